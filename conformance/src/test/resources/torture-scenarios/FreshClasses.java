// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * New classes like {@link Held}, each defined for the first time, in all ways there are.
 *
 * <p>An attempt may fail and be repeated. It has a loader of its own, which remembers the class: one
 * that has come to life before the error is the one that the next attempt gets, as in a program.
 */
final class FreshClasses {
  static final List<String> WAYS = List.of("forName", "loadClass", "buffer", "lookup", "lambda");

  private static final byte[] HELD = classFile("Held.class");
  private static final byte[] ANCHOR = classFile("FreshClasses$Anchor.class");

  /** Gives a lookup in its loader. */
  public static final class Anchor {
    public static MethodHandles.Lookup lookup() {
      return MethodHandles.lookup();
    }
  }

  static byte[] classFile(String name) {
    try (InputStream in = FreshClasses.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Defines one class itself. */
  static final class Loader extends ClassLoader {
    private final String own;
    private final byte[] file;

    /** Knows the supertypes: to look for them, the JVM would run Java code, which fails first. */
    Loader(String own, byte[] file) throws ClassNotFoundException {
      super(FreshClasses.class.getClassLoader());
      this.own = own;
      this.file = file;
      Class.forName("java.lang.Object", false, this);
      Class.forName("java.util.concurrent.Callable", false, this);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(own)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : defineClass(name, file, 0, file.length);
      }
    }

    /** Null if there is none yet. */
    Class<?> held() {
      return findLoadedClass("scenario.Held");
    }

    Class<?> defineFromBuffer() {
      java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(file.length);
      return defineClass(own, buffer.put(file).flip(), null);
    }
  }

  private final String way;
  private final Loader loader;

  /** For the way that needs one, or null. */
  private final MethodHandles.Lookup lookup;

  /** A class to be made in one of the {@link #WAYS}. */
  FreshClasses(String way) throws ReflectiveOperationException {
    this.way = way;
    if (way.equals("lookup")) {
      loader = new Loader("scenario.FreshClasses$Anchor", ANCHOR);
      Class<?> anchor = loader.loadClass("scenario.FreshClasses$Anchor");
      lookup = (MethodHandles.Lookup) anchor.getMethod("lookup").invoke(null);
    } else {
      loader = new Loader("scenario.Held", HELD);
      lookup = null;
    }
  }

  @SuppressWarnings("unchecked")
  Callable<Boolean> make() throws ReflectiveOperationException {
    Class<?> c = loader.held();
    if (c == null) {
      c =
          switch (way) {
            case "forName" -> Class.forName("scenario.Held", true, loader);
            case "buffer" -> loader.defineFromBuffer();
            case "lookup" -> lookup.defineClass(HELD);
            default -> loader.loadClass("scenario.Held");
          };
    }
    Callable<Boolean> held = (Callable<Boolean>) c.getConstructor().newInstance();
    return way.equals("lambda") ? () -> held.call() : held;
  }
}
