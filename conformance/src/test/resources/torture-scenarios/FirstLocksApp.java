// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Locks for the first time in the code of a class loader while that loader could not load a class:
 * while the heap is full, while another thread has the loader, and after it has been closed.
 */
public final class FirstLocksApp {
  private static volatile Object[] hog;

  private FirstLocksApp() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      Loader loader = new Loader(true);
      loader.refused = args[0];
      System.out.println("OUT: refused: " + run(loader.cell()));
      return;
    }
    // The system class loader comes first, before any other code of it locks.
    System.out.println("OUT: heap full, system class loader: " + withFullHeap(new Cell()));
    for (boolean handled : new boolean[] {false, true}) {
      Loader loader = new Loader(handled);
      System.out.println("OUT: heap full: " + withFullHeap(loader.cell()));
      loader = new Loader(handled);
      System.out.println("OUT: loader in use: " + whileLoading(loader, loader.cell()));
      loader = new Loader(handled);
      Runnable cell = loader.cell();
      loader.closed = true;
      System.out.println("OUT: loader closed: " + run(cell));
    }
  }

  /** What comes out of a lock, in words. */
  private static String run(Runnable cell) {
    try {
      cell.run();
      return "locked";
    } catch (Throwable t) {
      return t.getClass().getName();
    }
  }

  private static String withFullHeap(Runnable cell) {
    try {
      for (int size = 1 << 20; size > 0; size >>= 2) {
        fill(size);
      }
      cell.run();
      hog = null;
      return "locked";
    } catch (Throwable t) {
      hog = null;
      return t.getClass().getName();
    }
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

  /** While a thread loads a class, which it does not end before another has locked something. */
  private static String whileLoading(Loader loader, Runnable cell) throws InterruptedException {
    Thread loading = Thread.ofPlatform().daemon().start(loader::loadSlowly);
    loader.isLoading.await();
    String[] outcome = {"hangs"};
    Thread locking = Thread.ofPlatform().daemon().start(() -> outcome[0] = FirstLocksApp.run(cell));
    locking.join(120_000);
    String seen = outcome[0];
    loader.mayEnd.countDown();
    loading.join();
    return seen;
  }

  /** Enters in two ways. */
  public static final class Cell implements Runnable {
    private final int[] inside = new int[1];

    @Override
    public synchronized void run() {
      synchronized (inside) {
        inside[0]++;
      }
    }
  }

  /** Takes its own monitor for every class, as loaders do that are not capable of more. */
  public static final class Loader extends ClassLoader {
    private final CountDownLatch isLoading = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final boolean handled;
    private volatile boolean closed;
    private String refused = "nothing";

    Loader(boolean handled) {
      super(FirstLocksApp.class.getClassLoader());
      this.handled = handled;
    }

    /**
     * Neither the JVM nor this program needs to load anything for its first lock.
     *
     * @return an object of a class that this loader has defined
     */
    Runnable cell() throws ReflectiveOperationException, IOException {
      return (Runnable) define().getConstructor().newInstance();
    }

    private Class<?> define() throws ReflectiveOperationException, IOException {
      String name = Cell.class.getName();
      if (!handled) {
        return loadClass(name);
      }
      byte[] file = file();
      return defineClass(name, java.nio.ByteBuffer.allocateDirect(file.length).put(file).flip(), null);
    }

    private static byte[] file() throws IOException {
      try (InputStream in = FirstLocksApp.class.getResourceAsStream("FirstLocksApp$Cell.class")) {
        return in.readAllBytes();
      }
    }

    synchronized void loadSlowly() {
      isLoading.countDown();
      try {
        mayEnd.await(5, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected synchronized Class<?> loadClass(String name, boolean resolve)
        throws ClassNotFoundException {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      if (name.contains(refused)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(Cell.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      try {
        byte[] file = file();
        return loaded == null ? defineClass(name, file, 0, file.length) : loaded;
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
