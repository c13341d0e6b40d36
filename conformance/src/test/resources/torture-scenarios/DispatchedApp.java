// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Has methods of which {@link ChangingAgent} has other threads run the bodies. */
public final class DispatchedApp {
  private static final ExecutorService OTHERS = Executors.newVirtualThreadPerTaskExecutor();

  /** Whose methods are to be run by others. */
  public static final class Changed {
    private int count;

    public synchronized String dispatched() {
      count++;
      return count + " under lock " + Thread.holdsLock(this);
    }

    public synchronized String notDispatched() {
      return count + " under lock " + Thread.holdsLock(this);
    }
  }

  /** Called by the method itself, which waits; if it has kept its lock, that takes too long. */
  public static String elsewhere(Object target) throws Exception {
    Method body = Changed.class.getDeclaredMethod("dispatchedElsewhere");
    boolean held = Thread.holdsLock(target);
    Object result = OTHERS.submit(() -> body.invoke(target)).get(30, TimeUnit.SECONDS);
    return "elsewhere, outside lock " + !held + ", " + result;
  }

  public static void main(String[] args) throws Exception {
    Changed target = new Changed();
    for (int i = 0; i < 2; i++) {
      System.out.println("OUT: " + target.dispatched());
      System.out.println("OUT: " + target.notDispatched());
    }
    System.out.println("OUT: " + Noted.flags(Changed.class));
    ChangingAgent.instrumentation.retransformClasses(Changed.class);
    System.out.println("OUT: again " + target.dispatched() + ", " + target.notDispatched());
  }
}
