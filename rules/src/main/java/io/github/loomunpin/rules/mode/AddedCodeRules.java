// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.operand.PrivateLocks;
import org.objectweb.asm.tree.ClassNode;

/**
 * How a class locks that somebody added to the boot or platform loader. Its own objects and its
 * {@code Class} are native, as those of all classes of these loaders are, so that its flags, fields
 * and methods stay what they are and it can be rewritten even after it was loaded. Whatever else it
 * locks may be an object that the application locks as well.
 */
public final class AddedCodeRules extends ModeRules {

  private final String owner;
  private final Decision own;

  /**
   * @param jdk the answers for the code of the JDK's own loaders
   * @param owner internal name of the class whose code is judged
   */
  public AddedCodeRules(ModeQuestions jdk, String owner) {
    super(jdk);
    this.owner = owner;
    this.own = Decision.nativeBecause(owner.replace('/', '.') + " is in a loader of the JDK");
  }

  @Override
  public Decision ofThis(String internalName) {
    return internalName.equals(owner) ? own : super.ofThis(internalName);
  }

  @Override
  public Decision ofMirror(String internalName) {
    return internalName.equals(owner) ? own : super.ofMirror(internalName);
  }

  /** Its code is seldom read as a whole, and asking for the mode is always right. */
  @Override
  public PrivateLocks privateLocks(ClassNode owner) {
    return PrivateLocks.NONE;
  }
}
