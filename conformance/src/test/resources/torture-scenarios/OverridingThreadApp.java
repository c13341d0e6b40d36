// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Says who calls what a subclass of Thread overrides. */
public final class OverridingThreadApp extends Thread {
  private static final Set<String> CALLS = Collections.synchronizedSet(new TreeSet<>());
  private static final Object LOCK = new Object();

  private OverridingThreadApp() {}

  public static void main(String[] args) throws Exception {
    OverridingThreadApp[] threads = new OverridingThreadApp[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new OverridingThreadApp();
      threads[i].start();
    }
    Thread.sleep(300);
    synchronized (LOCK) {
      // Two of them contend now, one of which is interrupted, as the JDK does it.
      LOCK.notifyAll();
      Thread.sleep(300);
      threads[0].interruptNow();
      Thread.sleep(700);
    }
    for (OverridingThreadApp thread : threads) {
      thread.join();
    }
    System.out.println("OUT: calls " + CALLS);
  }

  private void interruptNow() {
    super.interrupt();
  }

  /** Waits longer than the runtime takes to look after those who contend and wait. */
  @Override
  public void run() {
    synchronized (LOCK) {
      try {
        LOCK.wait(2_500);
        LOCK.wait(500);
      } catch (InterruptedException e) {
        // One is.
      }
    }
  }

  private static void add(String call) {
    CALLS.add(call + " by " + Thread.currentThread().getName());
  }

  @Override
  public boolean isInterrupted() {
    add("isInterrupted");
    return super.isInterrupted();
  }

  @Override
  public void interrupt() {
    add("interrupt");
    super.interrupt();
  }

  @Override
  public State getState() {
    add("getState");
    return super.getState();
  }

  @Override
  public StackTraceElement[] getStackTrace() {
    add("getStackTrace");
    return super.getStackTrace();
  }

  @Override
  public ClassLoader getContextClassLoader() {
    add("getContextClassLoader");
    return super.getContextClassLoader();
  }

  @Override
  public UncaughtExceptionHandler getUncaughtExceptionHandler() {
    add("getUncaughtExceptionHandler");
    return super.getUncaughtExceptionHandler();
  }

  @Override
  public String toString() {
    add("toString");
    return "overriding";
  }

  @Override
  public int hashCode() {
    add("hashCode");
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    add("equals");
    return this == other;
  }
}
