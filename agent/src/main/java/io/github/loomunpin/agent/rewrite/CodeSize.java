// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/**
 * Whether HotSpot compiles code of this size. It leaves a method of more than 8000 bytes to the
 * interpreter for ever ({@code DontCompileHugeMethods}, {@code HugeMethodLimit}).
 */
final class CodeSize {

  private static final int LIMIT = 8000;

  private CodeSize() {}

  static boolean isCompiled(InsnList code) {
    return isCompiled(code, 0);
  }

  /**
   * @param more bytes that are added to it
   */
  static boolean isCompiled(InsnList code, int more) {
    CodeSizeEvaluator evaluator = new CodeSizeEvaluator(null);
    int wideConstants = 0;
    for (AbstractInsnNode insn : code) {
      insn.accept(evaluator);
      wideConstants += insn.getOpcode() == Opcodes.LDC ? 1 : 0;
    }
    return evaluator.getMinSize() + wideConstants + more <= LIMIT;
  }
}
