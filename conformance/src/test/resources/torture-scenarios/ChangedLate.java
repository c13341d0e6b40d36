// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Has the mode of a superclass that nobody knows when this class is loaded. */
public class ChangedLate extends LateTable implements Runnable {
  private static final long serialVersionUID = 1;

  @Override
  public synchronized void run() {
    notifyAll();
    System.out.println("OUT: held " + Thread.holdsLock(this) + probed());
    Thread other = Thread.ofPlatform().start(() -> put("late", "late"));
    // The JDK's own synchronized method is to be kept out.
    while (other.getState() != Thread.State.BLOCKED && other.isAlive()) {
      Thread.onSpinWait();
    }
    System.out.println("OUT: excluded " + (size() == 0));
  }

  synchronized boolean probed() {
    return Thread.holdsLock(this);
  }

  void changed() {}
}
