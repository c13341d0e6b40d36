// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.operand.PrivateLocks;
import org.objectweb.asm.tree.ClassNode;

/**
 * How the application's code locks once the agent has replaced the plain objects that classes which
 * are kept native make: by their class these are native. A plain object that is left there was not
 * replaced, and is virtual as any other.
 */
public final class ReplacedObjectRules extends ModeRules {

  /** Internal name of the class of the objects that the agent has put in their place. */
  private static final String KEPT_NATIVE = OwnClasses.RUNTIME + "KeptNative";

  public ReplacedObjectRules(ModeQuestions classes) {
    super(classes);
  }

  @Override
  boolean keepsPlainObjects(String owner) {
    return false;
  }

  /**
   * None in a class that is kept native. Another agent may change its code so that it makes plain
   * objects, while the field of an older object still has one that the agent has replaced: only the
   * object itself tells its mode.
   */
  @Override
  public PrivateLocks privateLocks(ClassNode owner) {
    return classes().isKeptNative(owner.name) ? PrivateLocks.NONE : super.privateLocks(owner);
  }

  @Override
  public Decision ofExactClass(String internalName) {
    return internalName.equals(KEPT_NATIVE)
        ? Decision.nativeBecause("code of a class that is kept native makes the plain object")
        : super.ofExactClass(internalName);
  }
}
