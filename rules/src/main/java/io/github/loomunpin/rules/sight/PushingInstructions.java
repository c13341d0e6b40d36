// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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
  private int at;

  private PushingInstructions() {}

  public static PushingInstructions of(byte[] classFile) {
    PushingInstructions code = new PushingInstructions();
    new ClassReader(classFile) {
      @Override
      protected void readBytecodeInstructionOffset(int offset) {
        code.at = offset;
      }

      void accept() {
        accept(code.visitor(), SKIP_FRAMES);
      }
    }.accept();
    return code;
  }

  private ClassVisitor visitor() {
    return new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        NavigableMap<Integer, Pushing> pushing = new TreeMap<>();
        byMethod.put(name + descriptor, pushing);
        descriptors.computeIfAbsent(name, n -> new ArrayList<>()).add(descriptor);
        accessOf.put(name + descriptor, access);
        return new Collector(pushing);
      }
    };
  }

  private final class Collector extends MethodVisitor {

    private final NavigableMap<Integer, Pushing> pushing;

    Collector(NavigableMap<Integer, Pushing> pushing) {
      super(Opcodes.ASM9);
      this.pushing = pushing;
    }

    private void note(int opcode, String owner, String name, String descriptor) {
      pushing.put(at, new Pushing(opcode, owner, name, descriptor));
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      note(opcode, owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      note(Opcodes.INVOKEDYNAMIC, "", name, descriptor);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      note(opcode, owner, name, descriptor);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      note(opcode, type, "", "");
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      note(Opcodes.MULTIANEWARRAY, descriptor, "", "");
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (!(value instanceof Number || value instanceof String)) {
        note(Opcodes.LDC, value instanceof Type type ? type.getInternalName() : "", "", "");
      }
    }
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
