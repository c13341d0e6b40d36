// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Defines one class itself, whatever its parent has. */
final class OneClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final String own;
  private byte[] file;
  private String missing = "";

  OneClassLoader(String own, byte[] file) {
    super(OneClassLoader.class.getClassLoader());
    this.own = own;
    this.file = file;
  }

  /** A class that is not found until another one is missing. */
  void setMissing(String name) {
    missing = name;
  }

  /** The class file that the loader shows from now on. */
  void setFile(byte[] other) {
    file = other;
  }

  /**
   * Defines the class.
   *
   * @param name null if the JVM shall look it up in the class file
   */
  Class<?> define(String name) {
    return defineClass(name, file, 0, file.length);
  }

  Class<?> known() {
    return findLoadedClass(own);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.equals(missing)) {
      throw new ClassNotFoundException(name);
    }
    if (!name.equals(own)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = known();
      return loaded == null ? define(name) : loaded;
    }
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    return name.equals(own.replace('.', '/') + ".class")
        ? new ByteArrayInputStream(file)
        : super.getResourceAsStream(name);
  }

  /** The class file of a class of the application. */
  static byte[] fileOf(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
