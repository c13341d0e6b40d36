// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/** Class loaders that do odd things when they are asked for the class files of their classes. */
public final class OddLoadersApp {
  private static final List<String> KINDS =
      List.of(
          "plain",
          "throws",
          "error",
          "blocks",
          "loads",
          "lies",
          "garbage",
          "endless",
          "circle",
          "defined");

  private OddLoadersApp() {}

  public static void main(String[] args) throws Exception {
    for (String kind : KINDS) {
      Loader loader = new Loader(kind);
      Runnable use = use(loader, "scenario.OddLoadersApp$Plugin");
      use.run();
      System.out.println("OUT: " + kind + " " + Outside.isHeldDuring(use));
    }
    System.out.println("OUT: counted on the way " + Outside.isHeldDuring(new LookUps()));
    System.out.println("OUT: crossing locks " + crossing());
    Loader loader = new Loader("loads");
    CyclicBarrier together = new CyclicBarrier(4);
    Thread[] threads = new Thread[4];
    boolean[] held = new boolean[4];
    for (int i = 0; i < threads.length; i++) {
      int me = i;
      threads[i] = Thread.ofPlatform().start(() -> held[me] = circle(loader, together, me));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("OUT: a circle on four threads " + java.util.Arrays.toString(held));
  }

  private static boolean circle(Loader loader, CyclicBarrier together, int me) {
    try {
      together.await();
      String name = me % 2 == 0 ? "scenario.OddLoadersApp$Ping" : "scenario.OddLoadersApp$Pong";
      return Outside.isHeldDuring(use(loader, name));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** One thread reads a resource, which takes a lock and then loads a class; another loads one. */
  private static boolean crossing() throws Exception {
    Loader loader = new Loader("crosses");
    Thread reading =
        Thread.ofPlatform()
            .daemon()
            .start(() -> loader.getResourceAsStream("scenario/OddLoadersApp.class"));
    while (!loader.isReading) {
      Thread.sleep(1);
    }
    boolean held = Outside.isHeldDuring(use(loader, "scenario.OddLoadersApp$Plugin"));
    reading.join();
    return held;
  }

  private static Runnable use(Loader loader, String name) throws ReflectiveOperationException {
    return (Runnable) loader.loadClass(name).getConstructor().newInstance();
  }

  /** Code of another class that asks about locks. */
  public static final class Outside {
    private static final ThreadLocal<Boolean> HELD = new ThreadLocal<>();

    public static void ask(Object o) {
      HELD.set(Thread.holdsLock(o));
    }

    static boolean isHeldDuring(Runnable use) {
      HELD.set(false);
      use.run();
      return HELD.get();
    }
  }

  /** A superclass and a lock of another class make the agent ask for their class files. */
  public static class Plugin extends Base implements Runnable {
    private final Helper helper = new Helper();

    @Override
    public synchronized void run() {
      synchronized (helper) {
        Outside.ask(this);
      }
    }
  }

  public static class Base {}

  public static class Helper {}

  public static class Ping implements Runnable {
    private Pong other;

    @Override
    public synchronized void run() {
      other = new Pong();
      synchronized (other) {
        Outside.ask(this);
      }
    }
  }

  public static class Pong implements Runnable {
    private Ping other;

    @Override
    public synchronized void run() {
      other = new Ping();
      synchronized (other) {
        Outside.ask(this);
      }
    }
  }

  /** Used for the first time when a loader is asked. */
  public static class LookUps implements Runnable {
    private int n;

    synchronized void count() {
      n++;
    }

    @Override
    public synchronized void run() {
      Outside.ask(this);
    }
  }

  /** Defines the classes above itself, except those that all share. */
  private static final class Loader extends ClassLoader {
    private static final List<String> SHARED = List.of("Outside", "LookUps");
    private static LookUps lookUps;

    private final String kind;
    private final Object lock = new Object();
    private final Object resources = new Object();
    private volatile boolean isReading;

    Loader(String kind) {
      super(OddLoadersApp.class.getClassLoader());
      this.kind = kind;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      int inner = name.indexOf('$');
      if (!name.startsWith("scenario.") || inner < 0 || SHARED.contains(name.substring(inner + 1))) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        synchronized (lock) {
          byte[] file = file(name.replace('.', '/') + ".class");
          return defineClass(name, file, 0, file.length);
        }
      }
    }

    private byte[] file(String resource) {
      try (InputStream in = super.getResourceAsStream(resource)) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return switch (kind) {
        case "throws" -> throw new IllegalStateException("made");
        case "error" -> throw new LinkageError("made");
        case "blocks" -> {
          synchronized (lock) {
            yield super.getResourceAsStream(name);
          }
        }
        case "loads" -> {
          if (lookUps == null) {
            lookUps = new LookUps();
          }
          lookUps.count();
          yield super.getResourceAsStream(name);
        }
        case "lies" -> super.getResourceAsStream("scenario/OddLoadersApp$LookUps.class");
        case "garbage" -> new ByteArrayInputStream(new byte[100]);
        case "endless" -> endless();
        case "defined" -> {
          // Shows the class files of the classes that it has defined, as loaders do that weave.
          String inner = name.replace('/', '.').replace(".class", "");
          yield tryLoad(inner) ? super.getResourceAsStream(name) : null;
        }
        case "crosses" -> {
          synchronized (resources) {
            isReading = true;
            pause();
            tryLoad("scenario.OddLoadersApp$Helper");
            yield super.getResourceAsStream(name);
          }
        }
        case "circle" -> {
          try {
            loadClass("scenario.OddLoadersApp$Helper");
            loadClass("scenario.OddLoadersApp$Plugin");
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
          yield super.getResourceAsStream(name);
        }
        default -> super.getResourceAsStream(name);
      };
    }

    private boolean tryLoad(String name) {
      try {
        loadClass(name);
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    private static void pause() {
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static InputStream endless() {
      return new InputStream() {
        @Override
        public int read() {
          return 0;
        }
      };
    }

    @Override
    public boolean equals(Object other) {
      throw new IllegalStateException("asked for equality");
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException("asked for a hash code");
    }
  }
}
