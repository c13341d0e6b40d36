// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.site.HeldMonitors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Takes a rewritten exit out of every row of the exception table whose handler would release the
 * same monitor once more. javac covers its handler's own monitorexit, which never throws; a call
 * may (a StackOverflowError), and its handler would call it again, for ever.
 */
final class ExceptionRows {

  private ExceptionRows() {}

  /** Whether the row must not cover the exit, because its handler still holds the monitor. */
  static boolean mustNotCover(
      MethodNode method, HeldMonitors held, TryCatchBlockNode row, AbstractInsnNode exit) {
    Set<AbstractInsnNode> released = held.releasedBy(exit);
    int handler = method.instructions.indexOf(row.handler);
    // Handlers are reached from the exit as well, with the monitor still held, so "always" is
    // right.
    for (AbstractInsnNode enter : released) {
      if (!held.isAlwaysHeld(enter, handler)) {
        return false;
      }
    }
    return !released.isEmpty();
  }

  /** The exits among {@code virtualExits} that each row must not cover, in code order. */
  static Map<TryCatchBlockNode, List<AbstractInsnNode>> excluded(
      MethodNode method, HeldMonitors held, Set<AbstractInsnNode> virtualExits) {
    Map<TryCatchBlockNode, List<AbstractInsnNode>> excluded = new HashMap<>();
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      int start = method.instructions.indexOf(row.start);
      int end = method.instructions.indexOf(row.end);
      List<AbstractInsnNode> out = new ArrayList<>();
      for (int i = start; i < end; i++) {
        AbstractInsnNode insn = method.instructions.get(i);
        if (virtualExits.contains(insn) && mustNotCover(method, held, row, insn)) {
          out.add(insn);
        }
      }
      excluded.put(row, out);
    }
    return excluded;
  }

  /** Splits the rows around what the excluded exits have become. */
  static void split(
      MethodNode method,
      Map<TryCatchBlockNode, List<AbstractInsnNode>> excluded,
      Map<AbstractInsnNode, AbstractInsnNode> calls) {
    List<TryCatchBlockNode> rows = new ArrayList<>();
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      List<AbstractInsnNode> out = excluded.get(row).stream().map(calls::get).toList();
      split(method.instructions, row, out, rows);
    }
    method.tryCatchBlocks = rows;
  }

  private static void split(
      InsnList code,
      TryCatchBlockNode row,
      List<AbstractInsnNode> excluded,
      List<TryCatchBlockNode> rows) {
    LabelNode start = row.start;
    for (AbstractInsnNode exit : excluded) {
      LabelNode before = new LabelNode();
      LabelNode after = new LabelNode();
      code.insertBefore(exit, before);
      code.insert(exit, after);
      addUnlessEmpty(start, before, row, rows);
      start = after;
    }
    addUnlessEmpty(start, row.end, row, rows);
  }

  private static void addUnlessEmpty(
      LabelNode start, LabelNode end, TryCatchBlockNode row, List<TryCatchBlockNode> rows) {
    for (AbstractInsnNode at = start; at != null && at != end; at = at.getNext()) {
      if (at.getOpcode() >= Opcodes.NOP) {
        TryCatchBlockNode part = new TryCatchBlockNode(start, end, row.handler, row.type);
        part.visibleTypeAnnotations = row.visibleTypeAnnotations;
        part.invisibleTypeAnnotations = row.invisibleTypeAnnotations;
        rows.add(part);
        return;
      }
    }
  }
}
