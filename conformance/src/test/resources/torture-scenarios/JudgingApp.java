// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Class loaders that define other classes than those whose files they show. */
public final class JudgingApp {
  private JudgingApp() {}

  public static void main(String[] args) throws Exception {
    URL[] urls = {Path.of(args[1]).toUri().toURL(), Path.of(args[2]).toUri().toURL()};
    ClassLoader parent = JudgingApp.class.getClassLoader();
    try (URLClassLoader loader =
        args[0].equals("classes") ? new OwnClasses(urls, parent) : new OwnResources(urls, parent)) {
      Class<?> user = loader.loadClass("scenario.JudgingUser");
      BooleanSupplier entered = (BooleanSupplier) user.getConstructor().newInstance();
      System.out.println("OUT: entered while it was locked: " + entered.getAsBoolean());
    }
  }

  /** Its own classes first, but its parent's resources: loadClass alone is overridden. */
  private static final class OwnClasses extends URLClassLoader {
    OwnClasses(URL[] urls, ClassLoader parent) {
      super(urls, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        try {
          return findClass(name);
        } catch (ClassNotFoundException e) {
          return super.loadClass(name, resolve);
        }
      }
    }
  }

  /** Its parent's classes first, but its own resources, so that its configuration counts. */
  private static final class OwnResources extends URLClassLoader {
    OwnResources(URL[] urls, ClassLoader parent) {
      super(urls, parent);
    }

    @Override
    public URL getResource(String name) {
      URL own = findResource(name);
      return own != null ? own : super.getResource(name);
    }
  }
}
