// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.install.JdkAccess;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Has the flight recorder keep the outer frames of stacks, which hold monitors as well. Has an
 * effect only before its first recording.
 */
final class DeepStacks {

  /** A web application has hundreds of frames; the recorder keeps 64 by itself. */
  private static final int ENOUGH = 512;

  private DeepStacks() {}

  /** False if this JDK does it in another way. */
  static boolean set(Module recorder, Instrumentation instrumentation) {
    try {
      Object setter =
          JdkAccess.open(
              recorder, Set.of("jdk.jfr.internal"), StackDepthSetter.class, instrumentation);
      ((IntConsumer) setter).accept(ENOUGH);
      return true;
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      return false;
    }
  }
}
