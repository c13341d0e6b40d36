// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.PrivateLocks;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * How the JDK's own code locks: natively, but for objects that the application can lock as well.
 * The flags of its methods never change, because that cannot be done to a class that is loaded.
 */
public final class JdkCodeRules extends ModeRules {

  private static final Decision NATIVE =
      Decision.nativeBecause("the JDK's own code is rewritten only where it shares locks");

  /**
   * @param jdk the answers for the JDK's own code
   */
  public JdkCodeRules(ModeQuestions jdk) {
    super(jdk);
  }

  @Override
  public Decision of(OperandValue operand, String owner, String method, PrivateLocks privateLocks) {
    return JdkSharedLocks.isRewritten(classes(), owner, method, operand.kind(), operand.name())
        ? super.of(operand, owner, method, privateLocks)
        : NATIVE;
  }

  @Override
  public Decision ofThis(String internalName) {
    return NATIVE;
  }

  @Override
  public Decision ofMirror(String internalName) {
    return NATIVE;
  }

  /** Following the data through all the others would be most of the work at start. */
  @Override
  public boolean mayRewrite(ClassNode owner, MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FieldInsnNode field && JdkSharedLocks.isNameOfRewritten(field.name)
          || insn instanceof MethodInsnNode call && JdkSharedLocks.isNameOfRewritten(call.name)) {
        return true;
      }
    }
    return JdkSharedLocks.isNameOfRewritten(method.name);
  }

  @Override
  public PrivateLocks privateLocks(ClassNode owner) {
    return PrivateLocks.NONE;
  }

  @Override
  public boolean isJdkCode() {
    return true;
  }
}
