// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** Data flow of references through one method. */
public final class OperandAnalyzer {

  private OperandAnalyzer() {}

  /**
   * Frames before each instruction, null where it cannot be reached.
   *
   * @throws AnalyzerException if the code could not be verified either
   */
  public static Frame<OperandValue>[] frames(String owner, MethodNode method)
      throws AnalyzerException {
    OperandInterpreter interpreter = new OperandInterpreter(method.name.equals("<init>"));
    Analyzer<OperandValue> analyzer =
        new Analyzer<>(interpreter) {
          @Override
          protected Frame<OperandValue> newFrame(int locals, int stack) {
            return new OperandFrame(locals, stack);
          }

          @Override
          protected Frame<OperandValue> newFrame(Frame<? extends OperandValue> frame) {
            return new OperandFrame(frame);
          }
        };
    return analyzer.analyze(owner, method);
  }

  /** The value {@code depth} slots below the top of the stack. */
  public static OperandValue stackTop(Frame<OperandValue> frame, int depth) {
    return frame.getStack(frame.getStackSize() - 1 - depth);
  }
}
