// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.Callable;

/** New classes like {@link Held}, each defined for the first time, in all ways there are. */
final class FreshClasses {
  static final List<String> WAYS = List.of("forName", "loadClass", "buffer", "lookup", "lambda");

  private static final byte[] HELD = classFile("Held.class");
  private static final byte[] ANCHOR = classFile("FreshClasses$Anchor.class");

  private FreshClasses() {}

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

    Loader(String own, byte[] file) {
      super(FreshClasses.class.getClassLoader());
      this.own = own;
      this.file = file;
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

    Class<?> defineFromBuffer() {
      java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(file.length);
      return defineClass(own, buffer.put(file).flip(), null);
    }

    Class<?> defineByLookup() throws ReflectiveOperationException {
      Class<?> anchor =
          new Loader("scenario.FreshClasses$Anchor", ANCHOR)
              .loadClass("scenario.FreshClasses$Anchor");
      var lookup = (MethodHandles.Lookup) anchor.getMethod("lookup").invoke(null);
      return lookup.defineClass(file);
    }
  }

  @SuppressWarnings("unchecked")
  static Callable<Boolean> make(String way) throws ReflectiveOperationException {
    Loader loader = new Loader("scenario.Held", HELD);
    Class<?> c =
        switch (way) {
          case "forName" -> Class.forName("scenario.Held", true, loader);
          case "buffer" -> loader.defineFromBuffer();
          case "lookup" -> loader.defineByLookup();
          default -> loader.loadClass("scenario.Held");
        };
    Callable<Boolean> held = (Callable<Boolean>) c.getConstructor().newInstance();
    return way.equals("lambda") ? () -> held.call() : held;
  }
}
