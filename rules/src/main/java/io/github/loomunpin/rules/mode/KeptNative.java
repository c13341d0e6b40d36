// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.util.function.Predicate;

/**
 * The application's classes whose objects the agent leaves native because of its options.
 *
 * @param include of the application's classes, only these are converted; all if empty
 * @param exclude these are not
 */
public record KeptNative(NameGlobs include, NameGlobs exclude) implements Predicate<String> {

  /** The agent has no such options. */
  public static final KeptNative NONE = new KeptNative(NameGlobs.NONE, NameGlobs.NONE);

  @Override
  public boolean test(String internalName) {
    return exclude.matches(internalName) || !include.isEmpty() && !include.matches(internalName);
  }

  /** Whether a subclass may be kept although its superclass is not. */
  public boolean mayNameSubclasses() {
    return !include.isEmpty() || !exclude.isEmpty();
  }
}
