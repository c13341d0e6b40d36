// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The loaded classes that frames are of. Keeps no class alive, and looks through all classes of the
 * JVM once for a stack that has new ones. For one thread.
 */
final class ClassFinder {

  private static final int MOST_KEPT = 10_000;

  private final Instrumentation instrumentation;
  private final Map<String, WeakReference<Class<?>>> known = new HashMap<>();

  /** Since when a loader has been asked, by {@link System#nanoTime()}; zero if none is. */
  private volatile long askedNanos;

  ClassFinder(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** To be called before the classes of these frames are asked for. */
  void prepare(List<SeenFrame> frames) {
    Set<String> wanted = new HashSet<>();
    for (SeenFrame frame : frames) {
      if (!frame.jdk() && !isKnown(frame)) {
        wanted.add(frame.type());
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    if (known.size() > MOST_KEPT) {
      known.clear();
    }
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getClassLoader() != null && wanted.contains(loaded.getName())) {
        // Without a name of the loader any of them may do; code that does not fit tells nothing.
        known.put(key(loaded.getName(), ""), new WeakReference<>(loaded));
        known.put(
            key(loaded.getName(), loaderOf(loaded.getClassLoader())), new WeakReference<>(loaded));
      }
    }
  }

  private boolean isKnown(SeenFrame frame) {
    WeakReference<Class<?>> found = known.get(key(frame.type(), frame.loader()));
    return found != null && found.get() != null;
  }

  /** The loaded class of a frame that is not the JDK's. */
  Optional<Class<?>> find(SeenFrame frame) {
    WeakReference<Class<?>> found = known.get(key(frame.type(), frame.loader()));
    return found == null ? Optional.empty() : Optional.ofNullable(found.get());
  }

  private static String key(String type, String loader) {
    return type + "@" + loader;
  }

  /** As the flight recorder tells loaders apart. */
  static String loaderOf(ClassLoader loader) {
    return loader.getClass().getName() + "/" + (loader.getName() == null ? "" : loader.getName());
  }

  /** The class file that a loader has by that name, which need not be the one that was loaded. */
  Optional<byte[]> classFile(ClassLoader loader, String internalName) {
    askedNanos = System.nanoTime() | 1;
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException | RuntimeException | LinkageError e) {
      // A loader is the application's code, and may do what it likes.
      return Optional.empty();
    } finally {
      askedNanos = 0;
    }
  }

  /** For how long a loader has not answered; zero if none is asked. For any thread. */
  long waitedNanos() {
    long asked = askedNanos;
    return asked == 0 ? 0 : System.nanoTime() - asked;
  }

  /** Where a class is from, empty if that is not known. */
  static String libraryOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null ? "" : source.getLocation().toString();
  }
}
