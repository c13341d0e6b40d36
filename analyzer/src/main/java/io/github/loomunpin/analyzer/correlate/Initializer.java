// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.stack.StackClasses;
import java.util.List;
import java.util.Optional;

/**
 * A static initializer in which a thread was while another one waited for a class.
 *
 * @param type the class whose initializer it is, as Java writes it
 * @param ofThatClass whether it is known to be part of the initialization that was waited for: the
 *     initializer of that class or of one that it extends or implements, which may be initialized
 *     first (JLS 12.4.1)
 */
public record Initializer(String type, boolean ofThatClass) {

  /**
   * Empty if that thread was in no initializer, or only in those of other classes.
   *
   * @param waitedFor internal name of the class, if it is known
   */
  static Optional<Initializer> of(
      OtherThread thread, Optional<String> waitedFor, StackClasses lookup) {
    List<String> types =
        thread.stack().frames().stream()
            .filter(Frame::isClassInitializer)
            .map(Frame::className)
            .toList();
    if (types.isEmpty()) {
      return Optional.empty();
    }
    if (waitedFor.isEmpty()) {
      return Optional.of(new Initializer(java(types.getFirst()), false));
    }
    return lookup.initializedWith(waitedFor.get()).stream()
        .filter(types::contains)
        .findFirst()
        .map(type -> new Initializer(java(type), true));
  }

  private static String java(String internalName) {
    return internalName.replace('/', '.');
  }
}
