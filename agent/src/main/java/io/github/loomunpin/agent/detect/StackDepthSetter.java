// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.function.IntConsumer;

/**
 * Is defined in a loader of its own, whose module alone may call what is internal to the recorder.
 */
public final class StackDepthSetter implements IntConsumer {

  @Override
  public void accept(int depth) {
    try {
      Class<?> options =
          Class.forName("jdk.jfr.internal.Options", true, ClassLoader.getSystemClassLoader());
      if ((int) options.getMethod("getStackDepth").invoke(null) < depth) {
        options.getMethod("setStackDepth", Integer.class).invoke(null, depth);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
