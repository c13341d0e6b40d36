// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Makes each {@code new Object()} in a class one of a class whose objects are native, so that all
 * code locks natively what this class makes to lock it. Types in frames stay right, since the class
 * extends {@code Object}.
 */
public final class PlainObjects {

  private static final String OBJECT = "java/lang/Object";

  private PlainObjects() {}

  /**
   * The class file with such objects; empty if it makes none.
   *
   * @throws RuntimeException if the class file cannot be read or written
   */
  public static Optional<byte[]> keptNative(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    Map<String, MethodNode> changed = new HashMap<>();
    for (MethodNode method : node.methods) {
      if (makesPlainObject(method) && replaceIn(node.name, method)) {
        changed.put(method.name + method.desc, method);
      }
    }
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(ClassFileCopy.write(reader, node.version, changed, Map.of()));
  }

  private static boolean makesPlainObject(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (isNew(insn)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNew(AbstractInsnNode insn) {
    return insn.getOpcode() == Opcodes.NEW && ((TypeInsnNode) insn).desc.equals(OBJECT);
  }

  /** All of them or none: the verifier also looks at code that is never reached. */
  private static boolean replaceIn(String owner, MethodNode method) {
    Frame<OperandValue>[] frames;
    try {
      frames = OperandAnalyzer.frames(owner, method);
    } catch (AnalyzerException | RuntimeException e) {
      return false;
    }
    List<TypeInsnNode> made = new ArrayList<>();
    List<MethodInsnNode> constructed = new ArrayList<>();
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      boolean constructs =
          insn instanceof MethodInsnNode call
              && call.name.equals("<init>")
              && call.owner.equals(OBJECT);
      if ((constructs || isNew(insn)) && frames[i] == null) {
        return false;
      }
      if (isNew(insn)) {
        made.add((TypeInsnNode) insn);
      } else if (constructs
          && OperandAnalyzer.stackTop(frames[i], 0).kind() == OperandValue.Kind.NEW) {
        constructed.add((MethodInsnNode) insn);
      }
    }
    made.forEach(insn -> insn.desc = RuntimeCalls.KEPT_NATIVE);
    constructed.forEach(call -> call.owner = RuntimeCalls.KEPT_NATIVE);
    return true;
  }
}
