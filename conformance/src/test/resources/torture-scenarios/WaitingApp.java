// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Files;
import java.nio.file.Path;

/** Threads that wait for a lock until a file is there. Argument: the file. */
public final class WaitingApp {
  private synchronized void hold(Path file) {
    while (!Files.exists(file)) {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    WaitingApp app = new WaitingApp();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = Thread.ofVirtual().start(() -> app.hold(Path.of(args[0])));
    }
    System.out.println("READY");
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("OUT: done");
  }
}
