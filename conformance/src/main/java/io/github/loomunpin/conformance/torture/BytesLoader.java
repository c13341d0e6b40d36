// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Defines classes from bytes made by the programs; offers the bytes as resources too. */
public final class BytesLoader extends ClassLoader {
  private final Map<String, byte[]> classes;

  /** Defines the given classes, named by binary names, and else asks the class path. */
  public BytesLoader(Map<String, byte[]> classes) {
    super(BytesLoader.class.getClassLoader());
    this.classes = new ConcurrentHashMap<>(classes);
  }

  /** A loader that defines its own copies of these classes, which are on the class path. */
  public static BytesLoader copying(Class<?>... originals) {
    Map<String, byte[]> copies = new ConcurrentHashMap<>();
    for (Class<?> original : originals) {
      copies.put(original.getName(), bytesOf(original));
    }
    return new BytesLoader(copies);
  }

  /** The class file of a class, as its loader would read it. */
  public static byte[] bytesOf(Class<?> c) {
    String file = c.getName().replace('.', '/') + ".class";
    try (InputStream in = c.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!classes.containsKey(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classes.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String file) {
    byte[] bytes =
        file.endsWith(".class")
            ? classes.get(file.substring(0, file.length() - 6).replace('/', '.'))
            : null;
    return bytes != null
        ? new java.io.ByteArrayInputStream(bytes)
        : super.getResourceAsStream(file);
  }
}
