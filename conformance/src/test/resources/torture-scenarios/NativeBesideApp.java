// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import com.sun.jna.Native;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Redefines and retransforms classes with synchronized native methods, bound and not. */
public final class NativeBesideApp {

  /** Is bound to the C library. */
  public static final class ChangedBound {
    static synchronized native int abs(int value);

    void changed() {}
  }

  /** Is bound to nothing. */
  public static final class ChangedUnbound {
    synchronized native int missing();

    synchronized void probed() {}
  }

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ChangingAgent.instrumentation;
    Native.register(ChangedBound.class, "c");
    tell("loaded");
    for (Class<?> type : List.of(ChangedBound.class, ChangedUnbound.class)) {
      byte[] file = OneClassLoader.fileOf(type);
      instrumentation.redefineClasses(new ClassDefinition(type, file));
    }
    tell("redefined");
    instrumentation.retransformClasses(ChangedBound.class, ChangedUnbound.class);
    tell("retransformed");
  }

  private static void tell(String what) throws Exception {
    new ChangedBound().changed();
    ChangedUnbound unbound = new ChangedUnbound();
    unbound.probed();
    try {
      unbound.missing();
    } catch (UnsatisfiedLinkError e) {
      // The error has to give the lock back.
      System.out.println("OUT: " + what + ": missing, held " + Thread.holdsLock(unbound));
    }
    System.out.println("OUT: " + ChangedBound.abs(-5) + ", excluded " + isExcluded());
    System.out.println("OUT: " + Noted.taken());
    for (Class<?> type : List.of(ChangedBound.class, ChangedUnbound.class)) {
      System.out.println("OUT: " + Noted.flags(type));
    }
  }

  /** Whether a native method waits for who holds its lock. */
  private static boolean isExcluded() throws InterruptedException {
    CountDownLatch called = new CountDownLatch(1);
    Thread caller;
    boolean excluded;
    synchronized (ChangedBound.class) {
      caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    ChangedBound.abs(-6);
                    called.countDown();
                  });
      Thread.State state = caller.getState();
      while (state == Thread.State.NEW || state == Thread.State.RUNNABLE) {
        Thread.onSpinWait();
        state = caller.getState();
      }
      excluded = called.getCount() == 1;
    }
    caller.join();
    return excluded;
  }
}
