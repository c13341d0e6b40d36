// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Has the flight recorder keep the outer frames of stacks, which hold monitors as well. Has an
 * effect only before its first recording.
 */
final class StackDepth {

  /** A web application has hundreds of frames; the recorder keeps 64 by itself. */
  private static final int ENOUGH = 512;

  private static final String SETTER = "io.github.loomunpin.agent.detect.StackDepthSetter";

  private StackDepth() {}

  /** False if this JDK does it in another way. */
  static boolean set(Module recorder, Instrumentation instrumentation) {
    try {
      Class<?> type =
          new Isolated()
              .define(OwnFiles.read(StackDepth.class, SETTER.replace('.', '/') + ".class"));
      // Only to a module of its own, so that the application's modules see no more of the JDK than
      // before.
      instrumentation.redefineModule(
          recorder,
          Set.of(),
          Map.of("jdk.jfr.internal", Set.of(type.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      ((IntConsumer) type.getDeclaredConstructor().newInstance()).accept(ENOUGH);
      return true;
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      return false;
    }
  }

  private static final class Isolated extends ClassLoader {

    Isolated() {
      super("loom-unpin", null);
    }

    Class<?> define(byte[] bytes) {
      return defineClass(SETTER, bytes, 0, bytes.length, StackDepth.class.getProtectionDomain());
    }
  }
}
