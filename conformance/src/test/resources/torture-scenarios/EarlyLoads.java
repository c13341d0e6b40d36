// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A thread of another agent that loads classes until the program has begun. */
final class EarlyLoads {
  static final List<Runnable> OBJECTS = new CopyOnWriteArrayList<>();
  static volatile boolean over;

  /** Is defined by ever new loaders. */
  public static final class Loaded implements Runnable {
    @Override
    public synchronized void run() {
      // What matters is whether it is entered.
    }
  }

  private EarlyLoads() {}

  static void begin() {
    String name = Loaded.class.getName();
    byte[] file = FreshClasses.classFile("EarlyLoads$Loaded.class");
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!over) {
                try {
                  Class<?> type = new OneClassLoader(name, file).loadClass(name);
                  OBJECTS.add((Runnable) type.getConstructor().newInstance());
                  Thread.sleep(1);
                } catch (ReflectiveOperationException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            });
  }
}
