// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;

/** Scripts of Nashorn wait and notify, and ask who holds a lock. */
public final class ScriptApp {

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    ScriptEngine engine = new ScriptEngineManager().getEngineByName("nashorn");
    engine.put("lock", lock);
    Thread waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  synchronized (lock) {
                    try {
                      engine.eval("waits = true; lock.wait(); waits = false;");
                    } catch (Exception e) {
                      System.out.println("OUT: " + e);
                    }
                  }
                });
    boolean waits = true;
    while (waits) {
      synchronized (lock) {
        if (Boolean.TRUE.equals(engine.get("waits"))) {
          engine.eval("lock.notifyAll();");
          waits = false;
        }
      }
      Thread.onSpinWait();
    }
    waiter.join();
    synchronized (lock) {
      engine.eval("lock.wait(1); lock.notify();");
      System.out.println("OUT: " + engine.eval("java.lang.Thread.holdsLock(lock)"));
    }
    System.out.println("OUT: " + engine.get("waits"));
    System.out.println("OUT: " + engine.eval("java.lang.Thread.holdsLock(lock)"));
    try {
      engine.eval("lock.notify()");
    } catch (IllegalMonitorStateException e) {
      System.out.println("OUT: " + e.getMessage());
    }
  }
}
