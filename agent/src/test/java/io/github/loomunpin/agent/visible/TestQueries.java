// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.agent.visible.VisibleClasses.JvmQueries;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Answers as the runtime does, which is not in {@code java.lang} here. */
public final class TestQueries implements JvmQueries {

  /** That every class is loaded that a test asks for. */
  static final JvmQueries ALL_LOADED =
      new JvmQueries() {
        private final JvmQueries others = new TestQueries();

        @Override
        public Optional<Class<?>> loaded(ClassLoader loader, String internalName) {
          try {
            return Optional.of(Class.forName(internalName.replace('/', '.'), false, loader));
          } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
          }
        }

        @Override
        public Optional<ClassLoader> loaderOf(Class<?> c) {
          return others.loaderOf(c);
        }

        @Override
        public Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String name) {
          return others.onClassPath(loader, name);
        }
      };

  /** The files of the tests' own class path. */
  static final ApplicationFiles FILES = new ApplicationFiles(ALL_LOADED);

  /** By internal name, for all loaders. */
  public final Map<String, Class<?>> loaded = new HashMap<>();

  /** By internal name, in the place of what is there. */
  public final Map<String, byte[]> onClassPath = new HashMap<>();

  @Override
  public Optional<Class<?>> loaded(ClassLoader loader, String internalName) {
    return Optional.ofNullable(loaded.get(internalName));
  }

  @Override
  public Optional<ClassLoader> loaderOf(Class<?> c) {
    return Optional.ofNullable(c.getClassLoader());
  }

  @Override
  public Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String internalName) {
    if (loader.isEmpty()) {
      return Optional.empty();
    }
    byte[] made = onClassPath.get(internalName);
    if (made != null) {
      return Optional.of(made);
    }
    try (InputStream in = loader.get().getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
