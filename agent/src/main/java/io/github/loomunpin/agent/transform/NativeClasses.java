// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.mode.NameGlobs;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The application classes whose objects stay native: those the user excludes and those that were
 * loaded before the agent and so lock natively. Fixed at start, so that a mode never changes.
 */
public record NativeClasses(NameGlobs include, NameGlobs exclude, Set<String> loadedBefore)
    implements Predicate<String> {

  @Override
  public boolean test(String internalName) {
    return loadedBefore.contains(internalName)
        || exclude.matches(internalName)
        || !include.isEmpty() && !include.matches(internalName);
  }

  /** Takes note of a class that there is, so that globs are known that match none. */
  void see(String internalName) {
    exclude.see(internalName);
    include.see(internalName);
  }

  /** Whether a subclass of a virtual class may be native; never so for classes loaded before. */
  boolean mayNameSubclasses() {
    return !include.isEmpty() || !exclude.isEmpty();
  }
}
