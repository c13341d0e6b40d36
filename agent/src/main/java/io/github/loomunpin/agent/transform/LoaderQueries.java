// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.runtime.UnpinLoaders;
import java.io.IOException;
import java.util.Optional;

/**
 * What can be asked about class loaders without running code of the application. Such code must not
 * run in a thread that is inside the transformer: the JVM offers no class to an agent while that
 * agent transforms another one on the same thread. Nor may it on another thread, which may need a
 * lock of the one that waits, and whoever asks a loader for resources changes its state.
 */
interface LoaderQueries {

  /** Of this JVM, by the runtime's class for it. Where the JDK is none as expected: no answers. */
  LoaderQueries OF_JVM =
      new LoaderQueries() {
        @Override
        public Optional<Class<?>> loaded(ClassLoader loader, String internalName) {
          try {
            return Optional.ofNullable(UnpinLoaders.loaded(loader, internalName.replace('/', '.')));
          } catch (RuntimeException | LinkageError e) {
            return Optional.empty();
          }
        }

        @Override
        public Optional<ClassLoader> loaderOf(Class<?> c) {
          return Optional.ofNullable(UnpinLoaders.loaderOf(c));
        }

        @Override
        public Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String internalName) {
          try {
            return Optional.ofNullable(
                UnpinLoaders.onClassPath(loader.orElse(null), internalName + ".class"));
          } catch (IOException | RuntimeException | LinkageError | InternalError e) {
            return Optional.empty();
          }
        }
      };

  /**
   * The class that this name means in all code of a loader, as far as the JVM has recorded it.
   * Nothing is known of the JDK's own three loaders.
   */
  Optional<Class<?>> loaded(ClassLoader loader, String internalName);

  /** The loader that has defined a class; empty for the boot loader. */
  Optional<ClassLoader> loaderOf(Class<?> c);

  /**
   * A class file on the class path of one of the JDK's own loaders.
   *
   * @param loader empty for the boot loader
   */
  Optional<byte[]> onClassPath(Optional<ClassLoader> loader, String internalName);
}
