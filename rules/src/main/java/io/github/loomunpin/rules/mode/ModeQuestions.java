// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassQuestions;
import java.util.Optional;

/**
 * All that the rewriting of a class asks about anything but the class itself. There is no other way
 * to ask, so that whoever takes note of these questions has noted all of them.
 */
public interface ModeQuestions extends ClassQuestions {

  /** The JDK class at or above a class of the JDK whose code locks such objects, if any. */
  Optional<String> lockingAncestor(String internalName);

  /** Whether objects of exactly this class of the JDK are virtual. */
  boolean isVirtualInJdk(String internalName);

  /** Whether objects of that class, and of its subclasses, stay native for another reason. */
  boolean isKeptNative(String internalName);

  /** Whether a subclass may be kept native though its superclass is not. */
  boolean maySubclassesBeKept();
}
