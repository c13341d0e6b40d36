// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Optional;

/** Finds the bytes of a class by its internal name, without defining the class. */
@FunctionalInterface
public interface ClassSource {

  /** A source that finds nothing. */
  ClassSource NONE =
      new ClassSource() {
        @Override
        public Optional<byte[]> bytes(String internalName) {
          return Optional.empty();
        }
      };

  Optional<byte[]> bytes(String internalName);

  /**
   * Facts about the class of that name; empty if none are certain.
   *
   * @throws RuntimeException if the class file cannot be parsed
   */
  default Optional<ClassFacts> facts(String internalName) {
    Optional<byte[]> bytes = bytes(internalName);
    return bytes.isPresent() ? Optional.of(ClassFacts.read(bytes.get(), false)) : Optional.empty();
  }

  /** Whether these classes may be used in place of JDK classes of the same names. */
  default boolean mayShadowJdk() {
    return false;
  }
}
