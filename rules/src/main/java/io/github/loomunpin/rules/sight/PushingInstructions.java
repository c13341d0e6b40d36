// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.site.BciClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Those instructions of a class file that can push a frame, by method and bytecode index. */
public final class PushingInstructions {

  /**
   * An instruction that can push a frame.
   *
   * @param owner internal name of the class it names
   * @param name of the method or field it names, empty if it names only a class
   * @param descriptor of that
   */
  public record Pushing(int opcode, String owner, String name, String descriptor) {

    public boolean isCall() {
      return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    }

    boolean isInterfaceCall() {
      return opcode == Opcodes.INVOKEINTERFACE;
    }

    /** Whether it initializes the class it names, unless that has been done (JVMS 5.5). */
    boolean initializes() {
      return opcode == Opcodes.NEW
          || opcode == Opcodes.GETSTATIC
          || opcode == Opcodes.PUTSTATIC
          || opcode == Opcodes.INVOKESTATIC;
    }
  }

  private final Map<String, NavigableMap<Integer, Pushing>> byMethod = new HashMap<>();
  private final Map<String, List<String>> descriptors = new HashMap<>();
  private final Map<String, Integer> accessOf = new HashMap<>();

  private PushingInstructions() {}

  static PushingInstructions of(BciClass type) {
    PushingInstructions code = new PushingInstructions();
    for (MethodNode method : type.methods) {
      code.add(method, type);
    }
    return code;
  }

  private void add(MethodNode method, BciClass type) {
    NavigableMap<Integer, Pushing> pushing = new TreeMap<>();
    for (AbstractInsnNode insn : method.instructions) {
      pushing(insn).ifPresent(found -> pushing.put(type.bci(insn), found));
    }
    byMethod.put(method.name + method.desc, pushing);
    descriptors.computeIfAbsent(method.name, n -> new ArrayList<>()).add(method.desc);
    accessOf.put(method.name + method.desc, method.access);
  }

  private static Optional<Pushing> pushing(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (insn instanceof MethodInsnNode call) {
      return Optional.of(new Pushing(opcode, call.owner, call.name, call.desc));
    }
    if (insn instanceof InvokeDynamicInsnNode call) {
      return Optional.of(new Pushing(opcode, "", call.name, call.desc));
    }
    if (insn instanceof FieldInsnNode field) {
      return Optional.of(new Pushing(opcode, field.owner, field.name, field.desc));
    }
    if (insn instanceof TypeInsnNode type) {
      return Optional.of(new Pushing(opcode, type.desc, "", ""));
    }
    if (insn instanceof MultiANewArrayInsnNode array) {
      return Optional.of(new Pushing(opcode, array.desc, "", ""));
    }
    if (insn instanceof LdcInsnNode ldc
        && !(ldc.cst instanceof Number || ldc.cst instanceof String)) {
      String owner = ldc.cst instanceof Type type ? type.getInternalName() : "";
      return Optional.of(new Pushing(opcode, owner, "", ""));
    }
    return Optional.empty();
  }

  /** The methods of the class that a frame can be of, by descriptor; none if it has none. */
  List<String> descriptorsOf(StackFrame frame) {
    List<String> named = descriptors.getOrDefault(frame.method(), List.of());
    return frame.descriptor().isEmpty()
        ? named
        : named.contains(frame.descriptor()) ? List.of(frame.descriptor()) : List.of();
  }

  /**
   * Whether the method of a frame is another one, by its flags, which nobody can change in a loaded
   * class. An agent that rewrites {@code synchronized} methods changes them before.
   */
  public boolean hasOtherFlags(StackFrame frame) {
    int access = accessOf.getOrDefault(frame.method() + frame.descriptor(), -1);
    return frame.access() >= 0
        && access >= 0
        && ((frame.access() ^ access) & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC)) != 0;
  }

  /** The instructions of a frame's method that can push a frame, by bytecode index. */
  public NavigableMap<Integer, Pushing> of(StackFrame frame) {
    return of(frame.method(), frame.descriptor());
  }

  NavigableMap<Integer, Pushing> of(String method, String descriptor) {
    return byMethod.getOrDefault(method + descriptor, new TreeMap<>());
  }
}
