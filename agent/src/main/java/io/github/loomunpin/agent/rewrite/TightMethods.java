// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.HashSet;
import java.util.Set;

/**
 * The methods of a class that turned out to have too little room for the usual rewrite: a method
 * has at most 65535 bytes (JVMS §4.7.3), and is compiled only if it has no more than {@link
 * CodeSize} says. Methods are named by name and descriptor.
 */
final class TightMethods {

  private final Set<String> uncopied = new HashSet<>();
  private final Set<String> wrapped = new HashSet<>();
  private final Set<String> synchronizedOnes = new HashSet<>();

  /** Notes that a method is synchronized, so that its body can be moved. */
  void addSynchronized(String method) {
    synchronizedOnes.add(method);
  }

  /** Tries less with a method that became too large for a class file; false if nothing is left. */
  boolean addTooLarge(String method) {
    return uncopied.add(method) || synchronizedOnes.contains(method) && wrapped.add(method);
  }

  /** Moves the body of a synchronized method into one of its own; false if it is there already. */
  boolean addWrapped(String method) {
    return wrapped.add(method);
  }

  /** Whether the body may exist once for each mode of its locks. */
  boolean mayCopy(String method) {
    return !uncopied.contains(method);
  }

  boolean isWrapped(String method) {
    return wrapped.contains(method);
  }
}
