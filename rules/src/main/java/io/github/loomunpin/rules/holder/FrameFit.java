// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

import io.github.loomunpin.rules.holder.PushingInstructions.Pushing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * Compares frames with class files. A frame stands at an instruction that can have called the next
 * inner frame, and that instruction has the line of the frame; where this is not so the loaded
 * class was another one. Names say little where the JVM hides frames between two others: those of
 * lambdas and method handles are not recorded.
 */
final class FrameFit {

  private FrameFit() {}

  static Fit of(List<? extends StackFrame> frames, int depth, ClassImage located) {
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

  /**
   * The instructions of its line at which a frame can have called the next inner one, by bytecode
   * index: those that name it, if any do. None of the innermost frame.
   */
  static List<Integer> callsOnLine(
      List<? extends StackFrame> frames, int depth, ClassImage located) {
    if (depth == 0) {
      return List.of();
    }
    StackFrame callee = frames.get(depth - 1);
    List<Map.Entry<Integer, Pushing>> onLine = onLine(frames.get(depth), located);
    List<Integer> naming = where(onLine, pushing -> names(pushing, callee));
    if (!naming.isEmpty()) {
      return naming;
    }
    List<Integer> calling = where(onLine, pushing -> canCall(pushing, callee));
    return calling.isEmpty() ? where(onLine, pushing -> canPush(pushing, callee)) : calling;
  }

  private static List<Integer> where(
      List<Map.Entry<Integer, Pushing>> entries, Predicate<Pushing> condition) {
    return entries.stream()
        .filter(entry -> condition.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<Map.Entry<Integer, Pushing>> onLine(StackFrame frame, ClassImage located) {
    return located.code().of(frame).entrySet().stream()
        .filter(
            entry ->
                located.lines().lineAt(frame.method(), frame.descriptor(), entry.getKey())
                    == frame.line())
        .toList();
  }

  private static boolean canStandOnLine(
      StackFrame frame, Optional<StackFrame> callee, ClassImage located) {
    if (!located.lines().hasLine(frame.method(), frame.descriptor(), frame.line())) {
      return false;
    }
    if (callee.isEmpty()) {
      return true;
    }
    return onLine(frame, located).stream().anyMatch(entry -> canStand(entry.getValue(), callee));
  }

  private static boolean canStand(Pushing pushing, Optional<StackFrame> callee) {
    if (callee.isEmpty()) {
      // The innermost frame may stand anywhere.
      return true;
    }
    return pushing != null && canPush(pushing, callee.get());
  }

  private static boolean canPush(Pushing pushing, StackFrame callee) {
    return isUpcall(callee) || canCall(pushing, callee);
  }

  /** Whether an instruction says that it calls just this method, of whatever class. */
  private static boolean names(Pushing pushing, StackFrame callee) {
    return pushing.isCall()
        && pushing.name().equals(callee.method())
        && (callee.descriptor().isEmpty() || pushing.descriptor().equals(callee.descriptor()))
        && (!pushing.name().equals("<init>") || pushing.owner().equals(callee.className()));
  }

  private static boolean canCall(Pushing pushing, StackFrame callee) {
    boolean named =
        pushing.opcode() == Opcodes.INVOKESTATIC
            || pushing.opcode() == Opcodes.INVOKESPECIAL
            || pushing.opcode() == Opcodes.INVOKEVIRTUAL;
    return callee.method().equals(pushing.name())
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
