// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Locks objects of classes that a thread of another agent has loaded while this one started. */
public final class EarlyLoadsApp {
  private EarlyLoadsApp() {}

  public static void main(String[] args) throws Exception {
    // So that there are classes from before and after the start of the agents.
    while (EarlyLoads.OBJECTS.isEmpty()) {
      Thread.sleep(1);
    }
    Thread.sleep(50);
    EarlyLoads.over = true;
    int lost = 0;
    for (Runnable object : EarlyLoads.OBJECTS) {
      Thread other;
      synchronized (object) {
        other = Thread.ofPlatform().start(object);
        while (!isStuck(other) && other.isAlive()) {
          Thread.onSpinWait();
        }
        lost += other.isAlive() ? 0 : 1;
      }
      other.join();
    }
    System.out.println("OUT: some " + !EarlyLoads.OBJECTS.isEmpty() + ", not excluded " + lost);
  }

  private static boolean isStuck(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }
}
