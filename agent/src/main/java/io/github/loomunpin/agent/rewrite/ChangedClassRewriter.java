// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites what another agent has made of a class file that is rewritten already, in which it was
 * shown the flags that the loader's class file has. A method that has lost its flag, and still has
 * it after the change, gets its lock around the whole body once more if the body was changed: locks
 * are reentrant, so the one within does no harm. All other code that was changed is rewritten as
 * any code is. Safe for any thread.
 */
public final class ChangedClassRewriter {

  private final ModeRules modes;
  private final DefinedShape shape;

  public ChangedClassRewriter(ModeRules modes, DefinedShape shape) {
    this.modes = modes;
    this.shape = shape;
  }

  /**
   * @param before the class file as the agent has left it
   * @param after what another agent has made of that
   * @throws RuntimeException if a class file cannot be read or written
   */
  public RewriteResult rewrite(byte[] before, byte[] after) {
    Map<String, MethodNode> earlier = new HashMap<>();
    for (MethodNode method : read(new ClassReader(before)).methods) {
      earlier.put(key(method), method);
    }
    MethodsNearLimit nearLimit = new MethodsNearLimit();
    while (true) {
      try {
        return new Attempt(new ClassReader(after), nearLimit).rewrite(earlier);
      } catch (MethodTooLargeException e) {
        if (!nearLimit.addTooLarge(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
      }
    }
  }

  /**
   * The class file as other agents are shown it, which compare it with that of the loader: without
   * the methods that were added, and with synchronized flags. Bodies stay rewritten.
   *
   * @param unflagged the flags that methods had, by name and descriptor
   */
  public static byte[] shown(byte[] classFile, Map<String, Integer> unflagged) {
    ClassReader reader = new ClassReader(classFile);
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    for (MethodNode method : List.copyOf(node.methods)) {
      Integer flags = unflagged.get(method.name + method.desc);
      if (flags != null) {
        MethodWrapper.undo(node, method);
        method.access |= flags & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE);
      }
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static ClassNode read(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private static String key(MethodNode method) {
    return method.name + method.desc;
  }

  /** One attempt, with what is known of methods that have too little room. */
  private final class Attempt {

    private final ClassReader reader;
    private final ClassNode node;
    private final RewriteResult.Tally tally = new RewriteResult.Tally();
    private final MethodRewriter methods;
    private final Set<String> declared = new HashSet<>();
    private final Map<String, MethodNode> changed = new HashMap<>();
    private final Map<String, MethodNode> added = new HashMap<>();

    Attempt(ClassReader reader, MethodsNearLimit nearLimit) {
      this.reader = reader;
      node = read(reader);
      modes.resolveCalls(node);
      methods = new MethodRewriter(node, modes, modes.privateLocks(node), shape, nearLimit, tally);
      for (MethodNode method : node.methods) {
        declared.add(key(method));
      }
    }

    RewriteResult rewrite(Map<String, MethodNode> earlier) {
      for (MethodNode method : node.methods) {
        if (rewrite(method, earlier)) {
          ClassFileCopy.checkFits(node, method);
          changed.put(key(method), method);
        }
      }
      byte[] bytes =
          changed.isEmpty() ? null : ClassFileCopy.write(reader, node.version, changed, added);
      return tally.result(node.name, bytes);
    }

    private boolean rewrite(MethodNode method, Map<String, MethodNode> earlier) {
      boolean hasFlag = SynchronizedFlag.locks(method.access, method.name);
      boolean isNative = (method.access & Opcodes.ACC_NATIVE) != 0;
      if (hasFlag && isToBeWrapped(method, isNative, earlier)) {
        MethodNode body = MethodWrapper.apply(node, method);
        methods.rewrite(body);
        ClassFileCopy.checkFits(node, body);
        added.put(key(method), body);
        return methods.rewrite(method);
      }
      if (hasFlag && !shape.unflagged().contains(key(method))) {
        return methods.rewrite(method);
      }
      MethodNode before = earlier.get(key(method));
      boolean isSame = before != null && CodeComparison.isSame(before, method);
      if (hasFlag) {
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
      }
      if (isSame && (!hasFlag || shape.locked().contains(key(method)))) {
        return hasFlag;
      }
      return methods.rewriteAgain(method, hasFlag && method.instructions.size() > 0) || hasFlag;
    }

    /**
     * A native method that is new, or a method as the loader has it, if the other agent has started
     * from the loader's class file. Not one that was native until that agent, which has a prefix of
     * its own, has put Java code in its place: of a method with both prefixes the JVM would expect
     * to have them in the order in which the agents came.
     */
    private boolean isToBeWrapped(
        MethodNode method, boolean isNative, Map<String, MethodNode> earlier) {
      String key = key(method);
      if (!shape.wrapped().contains(key)) {
        return isNative && shape.mayWrap(key);
      }
      MethodNode body = earlier.get(MovedMethods.PREFIX + key);
      boolean wasNative = body != null && (body.access & Opcodes.ACC_NATIVE) != 0;
      return !declared.contains(MovedMethods.PREFIX + key)
          && (isNative || !wasNative || shape.isLoaded());
    }
  }

  /** Compares the code of a method before and after another agent has changed the class. */
  static final class CodeComparison {

    private CodeComparison() {}

    /** Whether two methods do the same, whatever their constants, lines and frames are. */
    static boolean isSame(MethodNode a, MethodNode b) {
      return a.instructions.size() == 0 && b.instructions.size() == 0 || items(a).equals(items(b));
    }

    /** What a method is made of, with the places of instructions in place of labels. */
    private static List<Object> items(MethodNode method) {
      Recorder recorder = new Recorder();
      method.accept(recorder);
      List<Object> items = new ArrayList<>();
      for (Object item : recorder.items) {
        items.add(item instanceof Label ? recorder.places.get(item) : item);
      }
      return items;
    }

    /** Leaves out lines, frames and variables, which have their own methods to visit them. */
    private static final class Recorder extends MethodVisitor {

      private final List<Object> items = new ArrayList<>();
      private final Map<Object, Integer> places = new HashMap<>();
      private int place;

      Recorder() {
        super(Opcodes.ASM9);
      }

      private void add(int opcode, Object... operands) {
        place++;
        items.add(opcode);
        items.addAll(Arrays.asList(operands));
      }

      @Override
      public void visitLabel(Label label) {
        places.put(label, place);
      }

      @Override
      public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        items.addAll(Arrays.asList(start, end, handler, type));
      }

      @Override
      public void visitInsn(int opcode) {
        add(opcode);
      }

      @Override
      public void visitIntInsn(int opcode, int operand) {
        add(opcode, operand);
      }

      @Override
      public void visitVarInsn(int opcode, int variable) {
        add(opcode, variable);
      }

      @Override
      public void visitTypeInsn(int opcode, String type) {
        add(opcode, type);
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        add(opcode, owner, name, descriptor);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        add(opcode, owner, name, descriptor);
      }

      @Override
      public void visitInvokeDynamicInsn(
          String name, String descriptor, Handle bootstrap, Object... arguments) {
        add(Opcodes.INVOKEDYNAMIC, name, descriptor, bootstrap, List.of(arguments));
      }

      @Override
      public void visitJumpInsn(int opcode, Label label) {
        add(opcode, label);
      }

      @Override
      public void visitLdcInsn(Object value) {
        add(Opcodes.LDC, value);
      }

      @Override
      public void visitIincInsn(int variable, int increment) {
        add(Opcodes.IINC, variable, increment);
      }

      @Override
      public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        add(Opcodes.TABLESWITCH, min, max, otherwise);
        items.addAll(Arrays.asList(labels));
      }

      @Override
      public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        add(Opcodes.LOOKUPSWITCH, Arrays.toString(keys), otherwise);
        items.addAll(Arrays.asList(labels));
      }

      @Override
      public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        add(Opcodes.MULTIANEWARRAY, descriptor, dimensions);
      }
    }
  }
}
