// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.jar.JarFile;

/** Class paths that get longer while the program runs, in all ways that Java has. */
public final class ChangingPathApp {
  private ChangingPathApp() {}

  /** Arguments: the jar with the early class and the one with the late ones. */
  public static void main(String[] args) throws Exception {
    Path early = Path.of(args[0]);
    Path late = Path.of(args[1]);
    try (Growing loader = new Growing(early)) {
      Class<?> user = user(loader);
      loader.addURL(late.toUri().toURL());
      System.out.println("OUT: added to a loader " + used(user));
      for (Supplier<?> provider : ServiceLoader.load(Supplier.class, loader)) {
        System.out.println("OUT: service " + provider.get());
      }
    }
    try (Growing parent = new Growing(early);
        URLClassLoader child = new URLClassLoader(new URL[] {late.toUri().toURL()}, parent)) {
      parent.addURL(late.toUri().toURL());
      System.out.println("OUT: added to the parent " + used(user(child)));
    }
    Holder.instrumentation.appendToSystemClassLoaderSearch(new JarFile(early.toFile()));
    Class<?> ofSystem = user(ClassLoader.getSystemClassLoader());
    Holder.instrumentation.appendToSystemClassLoaderSearch(new JarFile(late.toFile()));
    System.out.println("OUT: added to the class path " + used(ofSystem));
    try (Growing loader = new Growing(early)) {
      Class<?> user = user(loader);
      Holder.instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(late.toFile()));
      System.out.println("OUT: added to the boot loader " + used(user));
    }
  }

  /** Loaded, but not linked, which would need the late classes. */
  private static Class<?> user(ClassLoader loader) throws ClassNotFoundException {
    return loader.loadClass("scenario.EarlyUser");
  }

  private static Object used(Class<?> user) throws ReflectiveOperationException {
    return ((Supplier<?>) user.getConstructor().newInstance()).get();
  }

  private static final class Growing extends URLClassLoader {
    Growing(Path jar) throws Exception {
      super(new URL[] {jar.toUri().toURL()}, null);
    }

    @Override
    protected void addURL(URL url) {
      super.addURL(url);
    }
  }
}
