// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.Comparator;

/**
 * A method as bytecode names it.
 *
 * @param owner internal name of a class
 */
public record MethodRef(String owner, String name, String descriptor) {

  static final Comparator<MethodRef> ORDER =
      Comparator.comparing(MethodRef::owner)
          .thenComparing(MethodRef::name)
          .thenComparing(MethodRef::descriptor);

  // Hand-written because millions are compared: the JDK's code for records takes several times as
  // long.

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof MethodRef ref
            && name.equals(ref.name)
            && owner.equals(ref.owner)
            && descriptor.equals(ref.descriptor);
  }

  @Override
  public int hashCode() {
    return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }

  /** Whether a method overrides or inherits one of that name and descriptor. */
  boolean isSame(String otherName, String otherDescriptor) {
    return name.equals(otherName) && descriptor.equals(otherDescriptor);
  }

  /**
   * A method as a certain library declares it.
   *
   * @param libraryPath the path of the library
   */
  public record LibraryMethod(String libraryPath, MethodRef ref) {}
}
