// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.function.IntUnaryOperator;

/**
 * Sets the stack depth of a recorder that has not begun. Later the JVM would write deeper stacks
 * into buffers that its threads have by then, and beyond their ends.
 *
 * <p>Is defined in a loader of its own, whose module alone may call what is internal to the
 * recorder.
 */
public final class StackDepthSetter implements IntUnaryOperator {

  /** Returns the depth that stacks have from now on. */
  @Override
  public int applyAsInt(int depth) {
    try {
      Class<?> recorder = find("jdk.jfr.FlightRecorder", true);
      Class<?> options = find("jdk.jfr.internal.Options", true);
      // The recorder is made under this lock.
      synchronized (find("jdk.jfr.internal.PlatformRecorder", false)) {
        int present = (int) options.getMethod("getStackDepth").invoke(null);
        if ((boolean) recorder.getMethod("isInitialized").invoke(null) || present >= depth) {
          return present;
        }
        options.getMethod("setStackDepth", Integer.class).invoke(null, depth);
        return depth;
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> find(String name, boolean initialize) throws ClassNotFoundException {
    return Class.forName(name, initialize, ClassLoader.getSystemClassLoader());
  }
}
