// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Decision;
import java.util.Optional;
import java.util.Set;

/**
 * Where {@link Sight} has the class files of frames from: a class path and a JDK on disk, or the
 * loaders of a running JVM, which are the application's code and may take their time.
 */
public interface ClassImages {

  /** The class of a frame; empty if it was not found, or is not to be looked at. */
  Optional<ClassImage> find(StackFrame frame);

  /** The class file of a frame, if it can be found; read again each time. */
  Optional<byte[]> classFile(StackFrame frame);

  /** A class file by internal name, if it can be found; read again each time. */
  Optional<byte[]> classFile(String type);

  /**
   * A class and those that the JVM initializes with it, by internal name, as far as they are known.
   */
  default Set<String> initializedWith(String type) {
    return Set.of(type);
  }

  /**
   * What the agent does with an object that the code of a frame locks, by the internal name of its
   * exact class; nothing if that is not known here.
   */
  default Optional<Decision> ofObject(StackFrame frame, String exactClass) {
    return Optional.empty();
  }

  /** Whether a frame is of a class that was not found, and that may hold monitors. */
  boolean isMissing(StackFrame frame);
}
