package scenario;

import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * Shares locks with a class that is in a loader of the JDK.
 *
 * <p>Arguments: the name of the class, and its class file if it has to be defined first.
 */
public class PlantedApp {
  static final class Own {}

  public static void main(String[] args) throws Exception {
    Class<?> planted =
        args.length > 1
            ? MethodHandles.privateLookupIn(ArrayList.class, MethodHandles.lookup())
                .defineClass(Files.readAllBytes(new File(args[1]).toPath()))
            : Class.forName(args[0]);
    System.out.println("OUT: " + planted + " in module " + planted.getModule().getName());
    ClassLoader loader = planted.getClassLoader();
    System.out.println("OUT: loader " + (loader == null ? loader : loader.getClass().getName()));
    Method run = planted.getMethod("run", Object.class, Runnable.class);
    Object made = planted.getConstructor().newInstance();
    Object[] locks = {new Object(), new Own(), new int[1], new Object[0], new String("x"), made};
    for (Object lock : locks) {
      check("run", lock, body -> invoke(run, null, lock, body));
    }
    check("run with Class", Own.class, body -> invoke(run, null, Own.class, body));
    check("run with its Class", planted, body -> invoke(run, null, planted, body));
    Method own = planted.getMethod("runLocked", Runnable.class);
    check("runLocked", made, body -> invoke(own, made, body));
    Method ofClass = planted.getMethod("runClassLocked", Runnable.class);
    check("runClassLocked", planted, body -> invoke(ofClass, null, body));
    wake(planted.getMethod("wake", Object.class), new Object());
  }

  static void check(String how, Object lock, Consumer<Runnable> planted) throws Exception {
    boolean[] entered = new boolean[1];
    Thread[] other = new Thread[1];
    planted.accept(
        () -> {
          boolean held = Thread.holdsLock(lock);
          other[0] =
              new Thread(
                  () -> {
                    synchronized (lock) {
                      entered[0] = true;
                    }
                  });
          other[0].start();
          while (isRunning(other[0])) {
            Thread.onSpinWait();
          }
          System.out.println(
              "OUT: %s %s: held %s, another inside %s"
                  .formatted(how, lock.getClass().getSimpleName(), held, entered[0]));
        });
    other[0].join();
    System.out.println("OUT: afterwards " + entered[0]);
  }

  static boolean isRunning(Thread t) {
    Thread.State state = t.getState();
    return state == Thread.State.NEW || state == Thread.State.RUNNABLE;
  }

  static void wake(Method wake, Object lock) throws Exception {
    boolean[] woken = new boolean[1];
    Thread waiter =
        new Thread(
            () -> {
              synchronized (lock) {
                try {
                  lock.wait();
                  woken[0] = true;
                } catch (InterruptedException e) {
                  // Not woken then.
                }
              }
            });
    waiter.start();
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    invoke(wake, null, lock);
    waiter.join();
    System.out.println("OUT: woken " + woken[0]);
  }

  static void invoke(Method m, Object on, Object... arguments) {
    try {
      m.invoke(on, arguments);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
