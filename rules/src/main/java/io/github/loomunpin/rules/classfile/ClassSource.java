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

  /**
   * Facts about the class of that name; empty if none are certain.
   *
   * @throws RuntimeException if the class file cannot be parsed
   */
  default Optional<ClassFacts> facts(String internalName) {
    return bytes(internalName).map(bytes -> ClassFacts.read(bytes, false));
  }

  /** Whether these classes may be used in place of JDK classes of the same names. */
  default boolean mayShadowJdk() {
    return false;
  }
}
