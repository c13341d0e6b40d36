// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** The fields of a JDK: who may see them, and what is ever assigned to them. */
final class JdkFields {

  /** A field by the class that declares it. */
  record Field(String owner, String name) {

    @Override
    public String toString() {
      return owner.replace('/', '.') + "." + name;
    }
  }

  private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

  private static final int CONSTANT_FIELDREF = 9;

  private static final Type OBJECT = Type.getType(Object.class);

  private final JdkImage image;
  private final Map<Field, Integer> access = new HashMap<>();
  private final Map<String, Integer> classAccess = new HashMap<>();
  private final Map<String, Set<String>> fieldNames = new HashMap<>();

  JdkFields(JdkImage image) {
    this.image = image;
    image.classes().forEach((name, bytes) -> index(bytes));
  }

  private void index(byte[] classFile) {
    new ClassReader(classFile)
        .accept(new Indexer(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_CODE);
  }

  /** The field an instruction means, which may name a subclass of the declaring class. */
  Field resolve(String owner, String name) {
    String at = owner;
    while (!at.isEmpty() && !access.containsKey(new Field(at, name))) {
      at = image.index().findInJdk(at).map(ClassFacts::superName).orElse("");
    }
    return new Field(at.isEmpty() ? owner : at, name);
  }

  /** Whether code outside of the JDK can name the field. */
  boolean isVisible(Field field) {
    return (access.getOrDefault(field, Opcodes.ACC_PUBLIC) & VISIBLE) != 0
        && isVisible(field.owner());
  }

  /** Whether code outside of the JDK can name the class. */
  boolean isVisible(String internalName) {
    if (!image.exports(internalName)) {
      return false;
    }
    String at = internalName;
    for (int dollar = at.length(); dollar > 0; dollar = at.lastIndexOf('$')) {
      at = at.substring(0, dollar);
      if ((classAccess.getOrDefault(at, Opcodes.ACC_PUBLIC) & VISIBLE) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * What the JDK does with a field.
   *
   * @param assigned the values assigned to it anywhere
   * @param returnedBy the methods that code outside of the JDK can call and that return its value
   * @param passedTo the methods that get its value as an argument of the type Object, as locks are
   *     passed on; those of java.lang keep none
   */
  record Uses(List<OperandValue> assigned, Set<String> returnedBy, Set<String> passedTo) {}

  Uses uses(Field field) {
    Uses uses = new Uses(new ArrayList<>(), new TreeSet<>(), new TreeSet<>());
    for (String user : users(field)) {
      byte[] classFile = image.classes().get(user);
      if (!fieldNames.computeIfAbsent(user, key -> fieldNames(classFile)).contains(field.name())) {
        continue;
      }
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
      for (MethodNode method : node.methods) {
        if (mentions(method, field)) {
          boolean visible = (method.access & VISIBLE) != 0 && isVisible(user);
          Frame<OperandValue>[] frames = frames(user, method);
          for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null) {
              addUse(uses, field, user, method, visible, frames[i], method.instructions.get(i));
            }
          }
        }
      }
    }
    return uses;
  }

  /** The names of the fields that the code of a class mentions, of whatever class they are. */
  private static Set<String> fieldNames(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    Set<String> names = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      // Long and double constants take two places, of which one is empty.
      if (item > 0 && reader.readByte(item - 1) == CONSTANT_FIELDREF) {
        int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
        names.add(reader.readUTF8(nameAndType, buffer));
      }
    }
    return names;
  }

  private void addUse(
      Uses uses,
      Field field,
      String owner,
      MethodNode method,
      boolean visible,
      Frame<OperandValue> frame,
      AbstractInsnNode insn) {
    if (insn instanceof FieldInsnNode write) {
      if (isWrite(write.getOpcode())
          && write.name.equals(field.name())
          && resolve(write.owner, write.name).equals(field)) {
        uses.assigned().add(OperandAnalyzer.stackTop(frame, 0));
      }
    } else if (visible && insn.getOpcode() == Opcodes.ARETURN) {
      if (isValueOf(field, OperandAnalyzer.stackTop(frame, 0))) {
        uses.returnedBy().add(owner.replace('/', '.') + "." + method.name);
      }
    } else if (insn instanceof MethodInsnNode call && !call.owner.startsWith("java/lang/")) {
      Type[] types = Type.getArgumentTypes(call.desc);
      for (int depth = 0; depth < types.length; depth++) {
        if (types[types.length - 1 - depth].equals(OBJECT)
            && isValueOf(field, OperandAnalyzer.stackTop(frame, depth))) {
          uses.passedTo().add(call.owner.replace('/', '.') + "." + call.name);
        }
      }
    }
  }

  private boolean isValueOf(Field field, OperandValue value) {
    boolean isField = value.kind() == Kind.FIELD || value.kind() == Kind.STATIC_FIELD;
    int dot = value.name().lastIndexOf('.');
    return isField
        && resolve(value.name().substring(0, dot), value.name().substring(dot + 1)).equals(field);
  }

  /** The classes that the JVM lets use the field; those of its package if it is inherited. */
  private List<String> users(Field field) {
    int nest = field.owner().indexOf('$');
    boolean isPrivate = (access.getOrDefault(field, 0) & Opcodes.ACC_PRIVATE) != 0;
    String outer = nest < 0 ? field.owner() : field.owner().substring(0, nest);
    String folder = field.owner().substring(0, field.owner().lastIndexOf('/') + 1);
    return image.classes().tailMap(isPrivate ? outer : folder).keySet().stream()
        .takeWhile(name -> name.startsWith(isPrivate ? outer : folder))
        .filter(name -> isPrivate || name.lastIndexOf('/') == folder.length() - 1)
        .toList();
  }

  private boolean mentions(MethodNode method, Field field) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FieldInsnNode access
          && access.name.equals(field.name())
          && resolve(access.owner, access.name).equals(field)) {
        return true;
      }
    }
    return false;
  }

  private static Frame<OperandValue>[] frames(String owner, MethodNode method) {
    try {
      return OperandAnalyzer.frames(owner, method);
    } catch (AnalyzerException e) {
      throw new IllegalStateException(owner + "." + method.name, e);
    }
  }

  private static boolean isWrite(int opcode) {
    return opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
  }

  private final class Indexer extends ClassVisitor {

    private String owner;

    Indexer() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int flags, String name, String sig, String superName, String[] interfaces) {
      owner = name;
      classAccess.putIfAbsent(name, flags);
    }

    @Override
    public void visitInnerClass(String name, String outer, String inner, int flags) {
      if (name.equals(owner)) {
        classAccess.put(name, flags);
      }
    }

    @Override
    public FieldVisitor visitField(int flags, String name, String desc, String sig, Object value) {
      access.put(new Field(owner, name), flags);
      return null;
    }
  }
}
