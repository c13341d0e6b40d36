// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/**
 * The methods of a class that turned out to have too little room for the usual rewrite: a method
 * has at most 65535 bytes (JVMS §4.7.3), and HotSpot leaves one of more than 8000 bytes to the
 * interpreter for ever ({@code DontCompileHugeMethods}, {@code HugeMethodLimit}). Methods are named
 * by name and descriptor.
 */
final class MethodsNearLimit {

  private static final int MOST_COMPILED_BYTES = 8000;

  private final Set<String> uncopied = new HashSet<>();
  private final Set<String> wrapped = new HashSet<>();
  private final Set<String> synchronizedOnes = new HashSet<>();

  /** Notes that a method is synchronized, so that its body can be moved. */
  void addSynchronized(String method) {
    synchronizedOnes.add(method);
  }

  /** Tries less with a method that became too large for a class file; false if nothing is left. */
  boolean addTooLarge(String method) {
    return uncopied.add(method) || synchronizedOnes.contains(method) && wrapped.add(method);
  }

  /** Moves the body of a synchronized method into one of its own; false if it is there already. */
  boolean addWrapped(String method) {
    return wrapped.add(method);
  }

  /** Whether the body may exist once for each mode of its locks. */
  boolean mayCopy(String method) {
    return !uncopied.contains(method);
  }

  boolean isWrapped(String method) {
    return wrapped.contains(method);
  }

  /** Whether HotSpot compiles code of this size. */
  static boolean isCompiled(InsnList code) {
    return isCompiled(code, 0);
  }

  /**
   * Whether HotSpot compiles code of this size with some bytes added.
   *
   * @param more bytes that are added
   */
  static boolean isCompiled(InsnList code, int more) {
    CodeSizeEvaluator evaluator = new CodeSizeEvaluator(null);
    int wideConstants = 0;
    for (AbstractInsnNode insn : code) {
      insn.accept(evaluator);
      wideConstants += insn.getOpcode() == Opcodes.LDC ? 1 : 0;
    }
    return evaluator.getMinSize() + wideConstants + more <= MOST_COMPILED_BYTES;
  }
}
