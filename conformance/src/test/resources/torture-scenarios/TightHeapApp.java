// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;

/**
 * Defines classes while little of the heap is left, and locks an object of each for the first time
 * while nothing is.
 */
public final class TightHeapApp {
  private static final int FREE_BYTES = 300 << 10;
  private static final int CLASSES = 49;

  private static volatile boolean ready;
  private static volatile boolean full;
  private static volatile Object[] hog;
  private static int inside;

  private TightHeapApp() {}

  public static void main(String[] args) throws Exception {
    byte[] file;
    try (InputStream in = TightHeapApp.class.getResourceAsStream("TightHeapApp$Fresh.class")) {
      file = in.readAllBytes();
    }
    Loader[] loaders = new Loader[CLASSES + 1];
    for (int i = 0; i <= CLASSES; i++) {
      loaders[i] = new Loader();
    }
    // Everything that is used below is loaded and run once before.
    lock(loaders[CLASSES].define(file).getConstructor().newInstance());
    Thread freeing = new Thread(TightHeapApp::freeWhenFull);
    freeing.start();
    while (!ready) {
      Thread.sleep(1);
    }
    Class<?>[] classes = new Class<?>[CLASSES];
    byte[] spare = new byte[FREE_BYTES];
    fill(4096);
    spare = null;
    int defined = 0;
    for (int i = 0; i < CLASSES; i++) {
      try {
        classes[i] = loaders[i].define(file);
        defined++;
      } catch (OutOfMemoryError e) {
        // Counted by what is missing.
      }
    }
    hog = null;
    Object[] objects = new Object[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      objects[i] = classes[i] == null ? "" : classes[i].getConstructor().newInstance();
    }
    inside = 0;
    for (int size = 1 << 16; size > 0; size >>= 4) {
      fill(size);
    }
    full = true;
    int errors = 0;
    for (Object object : objects) {
      try {
        lock(object);
      } catch (OutOfMemoryError e) {
        errors++;
      }
    }
    freeing.join();
    System.out.println("OUT: defined " + defined + ", inside " + inside + ", errors " + errors);
  }

  private static void lock(Object object) {
    synchronized (object) {
      inside += Thread.holdsLock(object) ? 1 : 0;
    }
  }

  /** A lock that needs memory waits until there is some, which nothing else would bring about. */
  private static void freeWhenFull() {
    try {
      while (!full) {
        Thread.sleep(10);
        // The JVM links its code where it runs first, for which a full heap has no room.
        ready = true;
      }
      Thread.sleep(200);
    } catch (InterruptedException e) {
      // Nobody interrupts it.
    }
    hog = null;
  }

  private static void fill(int size) {
    try {
      while (true) {
        byte[] bytes = new byte[size];
        hog = new Object[] {hog, bytes};
      }
    } catch (OutOfMemoryError e) {
      // As intended.
    }
  }

  /** Has a monitor, so that it has to be rewritten. */
  public static final class Fresh {
    public synchronized int size() {
      return 0;
    }
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(TightHeapApp.class.getClassLoader());
    }

    Class<?> define(byte[] file) {
      return defineClass("scenario.TightHeapApp$Fresh", file, 0, file.length);
    }
  }
}
