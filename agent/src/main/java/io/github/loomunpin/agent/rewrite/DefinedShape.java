// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.Set;

/**
 * What a class has got from the rewrite with which it was defined, and must keep from then on: the
 * JVM lets nobody change the flags and methods of a class that is loaded (JVM TI, RedefineClasses).
 * Methods are named by name and descriptor.
 *
 * @param unflagged the methods that have lost their synchronized flag
 * @param locked those of them that have their locks in the class file from which a retransformation
 *     starts
 * @param wrapped those of which another method does what they did, see {@link MethodWrapper}
 * @param isLoaded whether the class is loaded; if not, methods that are new may still be changed
 */
public record DefinedShape(
    Set<String> unflagged, Set<String> locked, Set<String> wrapped, boolean isLoaded) {

  /** The shape of a class that is rewritten for the first time. */
  public static final DefinedShape NONE = new DefinedShape(Set.of(), Set.of(), Set.of(), false);

  /** Whether the flag of a method is to be left as it is, whatever its mode is. */
  boolean keepsFlag(String method) {
    return isLoaded && !unflagged.contains(method);
  }

  /** Whether a method may be wrapped, or is. */
  boolean mayWrap(String method) {
    return wrapped.contains(method) || !isLoaded && !unflagged.contains(method);
  }
}
