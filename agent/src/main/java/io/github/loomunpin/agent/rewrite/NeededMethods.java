// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.operand.PrivateLocks;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * A class that has no code for its methods without sites. These are most methods of most classes,
 * and reading them would cost an application's start more than all the others.
 */
final class NeededMethods extends ClassNode {

  private final ClassFilePeek peek;
  private boolean all;

  NeededMethods(ClassFilePeek peek) {
    super(Opcodes.ASM9);
    this.peek = peek;
  }

  /** Fields are visited before methods, and behind the nest. */
  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    // Only all methods together tell whether it holds nothing but a lock.
    all |= PrivateLocks.isCandidate(this, access, descriptor);
    return super.visitField(access, name, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    int index = methods.size();
    MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
    return all || peek.mayNeedRewriting(index) ? code : null;
  }
}
