// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;
import java.util.Optional;

/**
 * An object that one method gives another.
 *
 * @param to as the code names it
 * @param parameter with {@code this} as the first
 * @param line of the call; -1 when the class file does not say
 * @param object {@code this} of the method that gives it, or a field
 */
record Passed(MethodRef to, int parameter, int line, Origin object) {

  /** The same with what its local variable stands for, if that is such an object. */
  Optional<Passed> ownBy(List<Origin> resolved) {
    if (resolved.size() != 1) {
      return Optional.empty();
    }
    Origin origin = resolved.get(0);
    boolean isThis = origin.equals(Origin.parameter(0));
    return isThis || origin.kind() == Origin.Kind.FIELD
        ? Optional.of(new Passed(to, parameter, line, origin))
        : Optional.empty();
  }
}
