// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Optional;

/**
 * All that can be asked about classes other than the one that is looked at. What is made of a class
 * depends on its own bytes, on fixed rules and options, and on nothing but these answers.
 */
public interface ClassQuestions {

  /** Facts about the class that a name means; empty if none are certain. */
  Optional<ClassFacts> find(String internalName);

  /** Facts about a class of the boot or platform loader; empty for any other class. */
  Optional<ClassFacts> findInJdk(String internalName);

  /** Whether the boot or platform loader has a class of that name. */
  boolean isJdk(String internalName);

  /** Whether a class of that name was added to the boot loader at run time. */
  boolean isAddedToJdk(String internalName);

  /**
   * Whether the name of a JDK class may mean an application class, where a loader prefers its own.
   */
  boolean mayBeShadowed(String internalName);

  /** The class file behind {@link #find}, read anew; empty if there is none to be read. */
  Optional<byte[]> bytes(String internalName);
}
