// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A hidden nest mate gives a class locks of other kinds than it has made for itself. */
public final class HiddenMateApp {

  private HiddenMateApp() {}

  public static void main(String[] arguments) throws Exception {
    byte[] mate = Files.readAllBytes(Path.of(arguments[0]));
    Class<?> hidden =
        LockHost.lookup().defineHiddenClass(mate, true, ClassOption.NESTMATE).lookupClass();
    @SuppressWarnings("unchecked")
    BiConsumer<Object, Object> replaces =
        (BiConsumer<Object, Object>) hidden.getConstructor().newInstance();
    Object[] locks = {
      new Object(), new Hashtable<>(), new ArrayList<>(), String.class, new StringBuffer()
    };
    for (Object lock : locks) {
      LockHost host = new LockHost();
      host.locked(() -> {});
      LockHost.sharedLocked(() -> {});
      replaces.accept(host, lock);
      String kind = lock.getClass().getSimpleName();
      System.out.println("OUT: " + kind + " " + excludes(lock, host::locked));
      System.out.println("OUT: shared " + kind + " " + excludes(lock, LockHost::sharedLocked));
    }
  }

  /** Whether code that locks an object by itself, and the host's, keep each other out. */
  private static boolean excludes(Object lock, Consumer<Runnable> host) throws Exception {
    int[] count = {0};
    Thread other =
        new Thread(
            () -> {
              for (int i = 0; i < 200_000; i++) {
                synchronized (lock) {
                  count[0]++;
                }
              }
            });
    boolean[] holds = {true};
    other.start();
    for (int i = 0; i < 200_000; i++) {
      host.accept(
          () -> {
            holds[0] &= Thread.holdsLock(lock);
            count[0]++;
          });
    }
    other.join();
    return holds[0] && count[0] == 400_000;
  }
}
