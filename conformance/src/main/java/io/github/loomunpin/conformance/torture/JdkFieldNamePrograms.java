// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;

/** Locks of the application in fields that are called as the JDK's, below classes of the JDK. */
final class JdkFieldNamePrograms {
  private JdkFieldNamePrograms() {}

  @Torture(
      shows =
          "fields that are called lock or notifier below classes of the JDK, used by inner classes,"
              + " wake their waiters and exclude in every class loader: the application's, one with the"
              + " platform's as parent, as fat jars have, and one that shows no class files",
      core = true)
  static String fieldNamedLock(Env env) throws Exception {
    boolean[] directions =
        switch (env.kind()) {
          case PLATFORM -> new boolean[] {false};
          case VIRTUAL -> new boolean[] {true};
          case MIXED -> new boolean[] {false, true};
        };
    StringBuilder outcome = new StringBuilder();
    for (boolean virtualConsumer : directions) {
      boolean virtualProducer = (env.kind() == Kind.MIXED) != virtualConsumer;
      outcome.append(Feed.passAllOn(virtualConsumer, virtualProducer));
      URL[] path = {Feed.class.getProtectionDomain().getCodeSource().getLocation()};
      try (URLClassLoader fatJar = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
        outcome.append(", ").append(in(fatJar, virtualConsumer, virtualProducer));
      }
      outcome.append(", ").append(in(new Hiding(), virtualConsumer, virtualProducer));
    }
    return outcome.toString();
  }

  private static Object in(ClassLoader loader, boolean virtualConsumer, boolean virtualProducer)
      throws Exception {
    Class<?> feed = loader.loadClass(Feed.class.getName());
    Check.that(feed.getClassLoader() == loader, "the loader has classes of its own");
    return feed.getMethod("passAllOn", boolean.class, boolean.class)
        .invoke(null, virtualConsumer, virtualProducer);
  }

  /** Defines classes of its own and never shows their class files. */
  private static final class Hiding extends ClassLoader {
    Hiding() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Feed.class.getClassLoader().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
