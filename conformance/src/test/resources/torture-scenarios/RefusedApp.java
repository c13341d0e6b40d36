// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;

/** Uses a class that the JVM may refuse to verify, twice, in one or another class loader. */
public final class RefusedApp {
  private RefusedApp() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2; i++) {
      System.out.println("OUT: shown " + use(RefusedApp.class.getClassLoader()));
    }
    if (args.length > 0) {
      System.out.println("OUT: hidden " + use(new Loader()));
    }
  }

  private static String use(ClassLoader loader) throws ReflectiveOperationException {
    try {
      Class<?> c = Class.forName("scenario.RefusedApp$Broken", true, loader);
      ((Runnable) c.getConstructor().newInstance()).run();
      return "ran";
    } catch (VerifyError e) {
      return "refused";
    }
  }

  /** A class of which a test makes a class file that does not verify. */
  public static final class Broken implements Runnable {
    private final Object lock = new Object();

    @Override
    public void run() {
      synchronized (lock) {
        take(lock);
      }
    }

    static void take(Object o) {}
  }

  private static final class Loader extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.endsWith("$Broken")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      try (InputStream in = RefusedApp.class.getResourceAsStream("RefusedApp$Broken.class")) {
        byte[] file = in.readAllBytes();
        return loaded == null ? defineClass(name, file, 0, file.length) : loaded;
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
