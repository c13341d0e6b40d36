// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.util.Set;
import java.util.function.Predicate;

/**
 * The classes whose objects the agent leaves native because of its options. As a predicate it says
 * so of the application's.
 *
 * @param include of the application's classes, only these are converted; all if empty
 * @param exclude these are not
 * @param jdk of the JDK's classes that can be converted, only those in these groups are
 */
public record KeptNative(NameGlobs include, NameGlobs exclude, Set<JdkGroup> jdk)
    implements Predicate<String> {

  /** The agent has no such options. */
  public static final KeptNative NONE = new KeptNative(NameGlobs.NONE, NameGlobs.NONE);

  /** With every group of the JDK's. */
  public KeptNative(NameGlobs include, NameGlobs exclude) {
    this(include, exclude, JdkGroup.all());
  }

  @Override
  public boolean test(String internalName) {
    return exclude.matches(internalName) || !include.isEmpty() && !include.matches(internalName);
  }

  /** Whether a subclass may be kept although its superclass is not. */
  public boolean mayNameSubclasses() {
    return !include.isEmpty() || !exclude.isEmpty();
  }
}
