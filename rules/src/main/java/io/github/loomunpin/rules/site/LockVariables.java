// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the local variables that hold the object of a monitor instruction by looking back at how it
 * came onto the stack: {@code dup; astore n; monitorenter} or {@code aload n; monitorenter}.
 */
public final class LockVariables {

  private final Set<LabelNode> joins = new HashSet<>();

  public LockVariables(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof JumpInsnNode jump) {
        joins.add(jump.label);
      } else if (insn instanceof TableSwitchInsnNode table) {
        joins.addAll(table.labels);
        joins.add(table.dflt);
      } else if (insn instanceof LookupSwitchInsnNode lookup) {
        joins.addAll(lookup.labels);
        joins.add(lookup.dflt);
      }
    }
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      joins.add(row.handler);
    }
  }

  /** The variables, from the one that was written last. */
  public List<Integer> of(AbstractInsnNode monitor) {
    List<Integer> variables = new ArrayList<>();
    AbstractInsnNode at = previous(monitor);
    while (at instanceof VarInsnNode access && access.getOpcode() == Opcodes.ASTORE) {
      AbstractInsnNode dup = previous(access);
      if (dup == null || dup.getOpcode() != Opcodes.DUP) {
        return variables;
      }
      variables.add(access.var);
      at = previous(dup);
    }
    if (at instanceof VarInsnNode access && access.getOpcode() == Opcodes.ALOAD) {
      variables.add(access.var);
    }
    return variables;
  }

  /** The class whose mirror is locked, if a constant before the instruction says so. */
  Optional<Type> classOf(AbstractInsnNode monitor) {
    return previous(monitor) instanceof LdcInsnNode load && load.cst instanceof Type type
        ? Optional.of(type)
        : Optional.empty();
  }

  /** The instruction before, if control can come from nowhere else. */
  private AbstractInsnNode previous(AbstractInsnNode insn) {
    AbstractInsnNode at = insn.getPrevious();
    while (at != null && at.getOpcode() < 0) {
      if (at instanceof LabelNode label && joins.contains(label)) {
        return null;
      }
      at = at.getPrevious();
    }
    return at;
  }
}
