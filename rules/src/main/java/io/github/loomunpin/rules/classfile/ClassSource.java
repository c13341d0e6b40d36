// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Optional;

/** Finds the bytes of a class by its internal name, without defining the class. */
@FunctionalInterface
public interface ClassSource {

  /** A source that finds nothing. */
  ClassSource NONE = name -> Optional.empty();

  Optional<byte[]> bytes(String internalName);

  /** Whether these classes may be used in place of JDK classes of the same names. */
  default boolean mayShadowJdk() {
    return false;
  }
}
