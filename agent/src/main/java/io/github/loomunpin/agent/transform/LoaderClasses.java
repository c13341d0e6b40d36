// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.util.Optional;

/**
 * Class files as resources of a class loader, which is not kept alive.
 *
 * <p>A class loader is code of the application, and that must not run in a thread that is inside
 * the transformer: the JVM offers no class to an agent while that agent transforms another one on
 * the same thread, so a class that a loader uses for the first time in a look-up would stay native.
 * Therefore a thread of the agent's own asks the loader, whatever it then does. A loader that does
 * not answer in time, be it that it needs a lock of the thread that waits, is not asked again.
 * Without an answer a class is unknown, and its mode is decided at run time, which is always right.
 */
final class LoaderClasses implements ClassSource {

  /**
   * How long a thread waits, once for each loader; a look-up rarely takes a millisecond. Loaders of
   * the JDK need no lock that this thread has, so that only a busy machine makes them slow.
   */
  private static final long PATIENCE_MILLIS = 500;

  private static final long PATIENCE_WITH_JDK_MILLIS = 10_000;

  /** A stream that gives more is none of a class file. */
  private static final int LARGEST_BYTES = 16 << 20;

  private final WeakReference<ClassLoader> loader;
  private final boolean mayShadowJdk;
  private volatile boolean blocks;

  LoaderClasses(ClassLoader loader) {
    this.loader = new WeakReference<>(loader);
    this.mayShadowJdk = !asksTheJdkFirst(loader);
  }

  /** Known for the JDK's own loaders only, because others may override what they like. */
  private static boolean asksTheJdkFirst(ClassLoader loader) {
    ClassLoader at = loader;
    while (at != null && at.getClass() == URLClassLoader.class) {
      at = at.getParent();
    }
    return at != null
        && (at == ClassLoader.getPlatformClassLoader()
            || at.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader"));
  }

  @Override
  public boolean mayShadowJdk() {
    return mayShadowJdk;
  }

  /** These classes with another in place of the one of that name. */
  ClassSource with(String internalName, byte[] classFile) {
    return new ClassSource() {
      @Override
      public Optional<byte[]> bytes(String name) {
        return name.equals(internalName) ? Optional.of(classFile) : LoaderClasses.this.bytes(name);
      }

      @Override
      public boolean mayShadowJdk() {
        return mayShadowJdk;
      }
    };
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    ClassLoader from = loader.get();
    if (from == null || blocks) {
      return Optional.empty();
    }
    LookUp lookUp = new LookUp(from, internalName + ".class");
    Job.End end = OwnThreads.run(lookUp, mayShadowJdk ? PATIENCE_MILLIS : PATIENCE_WITH_JDK_MILLIS);
    if (end == Job.End.LATE) {
      blocks = true;
    }
    return end == Job.End.DONE ? lookUp.result() : Optional.empty();
  }

  private static final class LookUp extends Job<Optional<byte[]>> {

    private final ClassLoader loader;
    private final String resource;

    LookUp(ClassLoader loader, String resource) {
      this.loader = loader;
      this.resource = resource;
    }

    @Override
    protected Optional<byte[]> work() throws IOException {
      try (InputStream in = loader.getResourceAsStream(resource)) {
        if (in == null) {
          return Optional.empty();
        }
        byte[] bytes = in.readNBytes(LARGEST_BYTES);
        return bytes.length < LARGEST_BYTES ? Optional.of(bytes) : Optional.empty();
      }
    }
  }
}
