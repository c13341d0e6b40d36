// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Whether the code of a class locks the instances of that class. Apart from {@link JdkMonitors},
 * which may know that already: verifying this class loads much of ASM.
 */
final class JdkClassCode {

  private JdkClassCode() {}

  static boolean locksThis(byte[] classFile) {
    ClassNode node = new ClassNode();
    try {
      new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (RuntimeException e) {
      return true;
    }
    for (MethodNode method : node.methods) {
      if (locksThis(node.name, method)) {
        return true;
      }
    }
    return false;
  }

  private static boolean locksThis(String owner, MethodNode method) {
    if ((method.access & Opcodes.ACC_STATIC) == 0
        && SynchronizedFlag.locks(method.access, method.name)) {
      return true;
    }
    Frame<OperandValue>[] frames = null;
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      int depth;
      if (insn.getOpcode() == Opcodes.MONITORENTER) {
        depth = 0;
      } else if (insn instanceof MethodInsnNode call && MonitorCalls.isWaitOrNotify(call)) {
        depth = MonitorCalls.of(call).orElseThrow().above();
      } else {
        continue;
      }
      try {
        frames = frames == null ? OperandAnalyzer.frames(owner, method) : frames;
      } catch (AnalyzerException | RuntimeException e) {
        return true;
      }
      if (frames[i] != null && OperandAnalyzer.stackTop(frames[i], depth).kind() == Kind.THIS) {
        return true;
      }
    }
    return false;
  }
}
