// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Hashtable;
import java.util.concurrent.locks.LockSupport;

/** Parks in a monitor that stays native, and says whether the thread keeps its carrier. */
public final class TablePinApp {
  private static final int OFTEN = 20;

  private static volatile boolean over;

  public static void main(String[] args) throws Exception {
    Hashtable<String, String> table = new Hashtable<>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  synchronized (table) {
                    while (!over) {
                      LockSupport.park();
                    }
                  }
                });
    System.out.println("OUT: pinned by the table " + isPinned(thread));
    over = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  /** A thread that is parked names its carrier only if it is parked with it. */
  private static boolean isPinned(Thread thread) throws InterruptedException {
    for (int with = 0, without = 0; ; ) {
      String text = thread.toString();
      boolean waits = text.contains("/waiting");
      with = waits && text.contains("@") ? with + 1 : 0;
      without = waits && !text.contains("@") ? without + 1 : 0;
      if (with == OFTEN || without == OFTEN) {
        return with == OFTEN;
      }
      Thread.sleep(1);
    }
  }
}
