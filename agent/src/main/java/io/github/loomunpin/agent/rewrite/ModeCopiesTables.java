// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.ModeCopies.Held;
import io.github.loomunpin.agent.rewrite.ModeCopiesWriter.Laid;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Rebuilds the exception table and the local variable table of a method for its copies. */
final class ModeCopiesTables {

  private final MethodNode method;
  private final ModeCopies copies;
  private final ModeCopiesWriter writer;
  private InsnList out;

  ModeCopiesTables(MethodNode method, ModeCopies copies, ModeCopiesWriter writer) {
    this.method = method;
    this.copies = copies;
    this.writer = writer;
  }

  /** Adds the labels the tables need to {@code laidOut} and gives the method its new tables. */
  void rebuild(InsnList laidOut) throws UnstructuredMonitorsException {
    out = laidOut;
    List<TryCatchBlockNode> rows = rows();
    List<LocalVariableNode> variables = variables();
    method.tryCatchBlocks = rows;
    method.localVariables = variables;
    method.visibleLocalVariableAnnotations = null;
    method.invisibleLocalVariableAnnotations = null;
  }

  private List<TryCatchBlockNode> rows() throws UnstructuredMonitorsException {
    List<TryCatchBlockNode> rows = new ArrayList<>();
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      for (List<Held> copy : copies.copies().keySet()) {
        rows(row, copy, rows);
      }
    }
    return rows;
  }

  private void rows(TryCatchBlockNode row, List<Held> copy, List<TryCatchBlockNode> rows)
      throws UnstructuredMonitorsException {
    int end = method.instructions.indexOf(row.end);
    int handler = method.instructions.indexOf(row.handler);
    Laid laid = writer.laid(copy);
    Run run = new Run(laid);
    for (int i = method.instructions.indexOf(row.start); i < end; i++) {
      if (laid.first(i) == null) {
        continue;
      }
      List<Held> target = copies.handlerCopy(row, method.instructions.get(i), copy).orElse(null);
      if (target == null || !copies.contains(target, handler)) {
        run.finish(row, rows);
      } else {
        if (!target.equals(run.target)) {
          run.finish(row, rows);
        }
        run.add(i, target);
      }
    }
    run.finish(row, rows);
  }

  private List<LocalVariableNode> variables() {
    if (method.localVariables == null) {
      return null;
    }
    List<LocalVariableNode> variables = new ArrayList<>();
    for (LocalVariableNode variable : method.localVariables) {
      int end = method.instructions.indexOf(variable.end);
      for (List<Held> copy : copies.copies().keySet()) {
        Laid laid = writer.laid(copy);
        Run run = new Run(laid);
        for (int i = method.instructions.indexOf(variable.start); i < end; i++) {
          if (laid.first(i) != null) {
            run.add(i, copy);
          }
        }
        run.finish(variable, variables);
      }
    }
    return variables;
  }

  /**
   * A stretch of one copy without holes; closed by labels around its first and last instruction.
   */
  private final class Run {

    private final Laid laid;
    private AbstractInsnNode from;
    private AbstractInsnNode to;
    private List<Held> target;

    Run(Laid laid) {
      this.laid = laid;
    }

    void add(int index, List<Held> handlerCopy) {
      from = from == null ? laid.first(index) : from;
      to = laid.last(index);
      target = handlerCopy;
    }

    void finish(TryCatchBlockNode row, List<TryCatchBlockNode> rows) {
      if (from != null) {
        TryCatchBlockNode part =
            new TryCatchBlockNode(start(), end(), writer.laid(target).label(row.handler), row.type);
        part.visibleTypeAnnotations = row.visibleTypeAnnotations;
        part.invisibleTypeAnnotations = row.invisibleTypeAnnotations;
        rows.add(part);
        from = null;
        target = null;
      }
    }

    void finish(LocalVariableNode variable, List<LocalVariableNode> variables) {
      if (from != null) {
        variables.add(
            new LocalVariableNode(
                variable.name, variable.desc, variable.signature, start(), end(), variable.index));
      }
    }

    private LabelNode start() {
      LabelNode start = new LabelNode();
      out.insertBefore(from, start);
      return start;
    }

    private LabelNode end() {
      LabelNode end = new LabelNode();
      out.insert(to, end);
      return end;
    }
  }
}
