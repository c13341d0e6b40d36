// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/**
 * A method as bytecode names it.
 *
 * @param owner internal name of a class
 */
public record MethodRef(String owner, String name, String descriptor) {

  /** Name and descriptor, which are the same in all classes that override the method. */
  String signature() {
    return name + descriptor;
  }
}
