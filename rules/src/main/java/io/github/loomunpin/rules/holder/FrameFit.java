// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

import io.github.loomunpin.rules.holder.ClassCode.Pushing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * Compares frames with class files. A frame stands at an instruction that can have called the next
 * inner frame, and that instruction has the line of the frame; where this is not so the loaded
 * class was another one. Names say little where the JVM hides frames between two others: those of
 * lambdas and method handles are not recorded.
 */
final class FrameFit {

  private FrameFit() {}

  static Fit of(List<? extends StackFrame> frames, int depth, CodeOfClass located) {
    StackFrame frame = frames.get(depth);
    if (frame.isNative() || frame.bci() < 0 && frame.line() < 0) {
      return Fit.EXACT;
    }
    if (!located.code().has(frame)) {
      return Fit.WRONG;
    }
    Optional<StackFrame> callee =
        depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
    int expected = located.lines().lineAt(frame.method(), frame.descriptor(), frame.bci());
    boolean sameLine =
        frame.bci() >= 0 && (frame.line() < 0 || expected < 0 || expected == frame.line());
    Pushing pushing = located.code().of(frame).get(frame.bci());
    if (sameLine && (canStand(pushing, callee) || pushing == null && frame.line() < 0)) {
      return Fit.EXACT;
    }
    return frame.line() >= 0 && canStandOnLine(frame, callee, located) ? Fit.MOVED : Fit.WRONG;
  }

  private static boolean canStandOnLine(
      StackFrame frame, Optional<StackFrame> callee, CodeOfClass located) {
    if (!located.lines().hasLine(frame.method(), frame.descriptor(), frame.line())) {
      return false;
    }
    if (callee.isEmpty()) {
      return true;
    }
    for (Map.Entry<Integer, Pushing> entry : located.code().of(frame).entrySet()) {
      int line = located.lines().lineAt(frame.method(), frame.descriptor(), entry.getKey());
      if (line == frame.line() && canStand(entry.getValue(), callee)) {
        return true;
      }
    }
    return false;
  }

  private static boolean canStand(Pushing pushing, Optional<StackFrame> callee) {
    if (callee.isEmpty()) {
      // The innermost frame may stand anywhere.
      return true;
    }
    return pushing != null && canPush(pushing, callee.get());
  }

  private static boolean canPush(Pushing pushing, StackFrame callee) {
    boolean named =
        pushing.opcode() == Opcodes.INVOKESTATIC
            || pushing.opcode() == Opcodes.INVOKESPECIAL
            || pushing.opcode() == Opcodes.INVOKEVIRTUAL;
    return isUpcall(callee)
        || callee.method().equals(pushing.name())
        || pushing.isCall()
            && (!named
                || pushing.owner().startsWith("java/lang/invoke/")
                || isGenerated(callee.className()));
  }

  /** Whether the JVM itself calls such a method, wherever it needs a class or links a call. */
  private static boolean isUpcall(StackFrame callee) {
    return callee.isClassInitializer()
        || callee.jdk()
        || callee.method().equals("loadClass")
        || callee.method().equals("transform");
  }

  private static boolean isGenerated(String className) {
    return className.contains("$$") || className.contains("$Proxy") || className.contains("0x");
  }
}
