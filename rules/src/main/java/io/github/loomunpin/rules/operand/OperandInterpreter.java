// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Follows references from where they are made to where they are locked. Loads no class. */
final class OperandInterpreter extends Interpreter<OperandValue> {

  private final boolean constructor;

  /** Made once for each instruction, so that merging a value with itself need not look into it. */
  private final Map<AbstractInsnNode, OperandValue> made = new HashMap<>();

  private final Map<TryCatchBlockNode, OperandValue> caught = new HashMap<>();

  private final Map<AbstractInsnNode, OperandValue> copied;

  /**
   * @param copied the merged values that aload, astore and dup instructions copy
   */
  OperandInterpreter(boolean constructor, Map<AbstractInsnNode, OperandValue> copied) {
    super(Opcodes.ASM9);
    this.constructor = constructor;
    this.copied = copied;
  }

  @Override
  public OperandValue newValue(Type type) {
    if (type == null) {
      return OperandValue.ONE_SLOT;
    }
    return switch (type.getSort()) {
      case Type.VOID -> null;
      case Type.LONG, Type.DOUBLE -> OperandValue.TWO_SLOTS;
      case Type.OBJECT, Type.ARRAY -> OperandValue.unknown(type);
      default -> OperandValue.ONE_SLOT;
    };
  }

  @Override
  public OperandValue newParameterValue(boolean instance, int local, Type type) {
    if (instance && local == 0) {
      return new OperandValue(1, Kind.THIS, type, "this", null, !constructor);
    }
    OperandValue value = newValue(type);
    return value.isReference()
        ? OperandValue.of(Kind.PARAMETER, type, String.valueOf(local), null)
        : value;
  }

  @Override
  public OperandValue newEmptyValue(int local) {
    return OperandValue.ONE_SLOT;
  }

  @Override
  public OperandValue newExceptionValue(
      TryCatchBlockNode block, Frame<OperandValue> handler, Type type) {
    OperandValue known = caught.get(block);
    if (known == null) {
      known = OperandValue.of(Kind.CAUGHT, type, "", block.handler);
      caught.put(block, known);
    }
    return known;
  }

  @Override
  public OperandValue newOperation(AbstractInsnNode insn) {
    switch (insn.getOpcode()) {
      case Opcodes.ACONST_NULL:
        return OperandValue.of(Kind.NULL, OperandValue.OBJECT, "null", insn);
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1:
        return OperandValue.TWO_SLOTS;
      case Opcodes.LDC:
        return constant((LdcInsnNode) insn);
      case Opcodes.GETSTATIC:
        FieldInsnNode field = (FieldInsnNode) insn;
        return field(Kind.STATIC_FIELD, field);
      case Opcodes.NEW:
        String made = ((TypeInsnNode) insn).desc;
        return OperandValue.of(Kind.NEW, Type.getObjectType(made), made, insn);
      case Opcodes.JSR:
      default:
        return OperandValue.ONE_SLOT;
    }
  }

  private OperandValue constant(LdcInsnNode insn) {
    Object constant = insn.cst;
    if (constant instanceof Type type && type.getSort() != Type.METHOD) {
      return OperandValue.of(
          Kind.CLASS_LITERAL, Type.getObjectType("java/lang/Class"), type.getInternalName(), insn);
    }
    if (constant instanceof Long || constant instanceof Double) {
      return OperandValue.TWO_SLOTS;
    }
    if (constant instanceof String) {
      return reference(Kind.CONSTANT, "java/lang/String", insn);
    }
    if (constant instanceof Handle) {
      return reference(Kind.CONSTANT, "java/lang/invoke/MethodHandle", insn);
    }
    if (constant instanceof Type) {
      return reference(Kind.CONSTANT, "java/lang/invoke/MethodType", insn);
    }
    if (constant instanceof org.objectweb.asm.ConstantDynamic dynamic) {
      OperandValue value = newValue(Type.getType(dynamic.getDescriptor()));
      return value.isReference()
          ? OperandValue.of(Kind.CONSTANT, value.type(), dynamic.getName(), insn)
          : value;
    }
    return OperandValue.ONE_SLOT;
  }

  private static OperandValue reference(Kind kind, String internalName, AbstractInsnNode insn) {
    return OperandValue.of(kind, Type.getObjectType(internalName), internalName, insn);
  }

  private OperandValue field(Kind kind, FieldInsnNode field) {
    OperandValue known = made.get(field);
    if (known == null) {
      OperandValue value = newValue(Type.getType(field.desc));
      known =
          value.isReference()
              ? OperandValue.of(kind, value.type(), field.owner + "." + field.name, field)
              : value;
      made.put(field, known);
    }
    return known;
  }

  @Override
  public OperandValue copyOperation(AbstractInsnNode insn, OperandValue value) {
    return copied.getOrDefault(insn, value);
  }

  @Override
  public OperandValue unaryOperation(AbstractInsnNode insn, OperandValue value) {
    return switch (insn.getOpcode()) {
      case Opcodes.GETFIELD -> field(Kind.FIELD, (FieldInsnNode) insn);
      case Opcodes.CHECKCAST -> cast(value, Type.getObjectType(((TypeInsnNode) insn).desc));
      case Opcodes.NEWARRAY -> OperandValue.of(Kind.NEW, Type.getType("[I"), "array", insn);
      case Opcodes.ANEWARRAY ->
          OperandValue.of(
              Kind.NEW,
              Type.getType("[" + Type.getObjectType(((TypeInsnNode) insn).desc).getDescriptor()),
              "array",
              insn);
      case Opcodes.LNEG, Opcodes.DNEG, Opcodes.I2L, Opcodes.I2D -> OperandValue.TWO_SLOTS;
      case Opcodes.L2D, Opcodes.F2L, Opcodes.F2D, Opcodes.D2L -> OperandValue.TWO_SLOTS;
      default -> OperandValue.ONE_SLOT;
    };
  }

  /** A cast to Object, as of {@code (this as Object).wait()} in Kotlin, tells nothing. */
  private static OperandValue cast(OperandValue value, Type type) {
    return value.type() != null && type.equals(OperandValue.OBJECT) ? value : value.castTo(type);
  }

  @Override
  public OperandValue binaryOperation(AbstractInsnNode insn, OperandValue a, OperandValue b) {
    return switch (insn.getOpcode()) {
      case Opcodes.AALOAD -> element(insn, a);
      case Opcodes.LALOAD, Opcodes.DALOAD -> OperandValue.TWO_SLOTS;
      case Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LDIV, Opcodes.LREM ->
          OperandValue.TWO_SLOTS;
      case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM ->
          OperandValue.TWO_SLOTS;
      case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> OperandValue.TWO_SLOTS;
      case Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR -> OperandValue.TWO_SLOTS;
      default -> OperandValue.ONE_SLOT;
    };
  }

  private static OperandValue element(AbstractInsnNode insn, OperandValue array) {
    Type type = array.type();
    Type element = OperandValue.OBJECT;
    if (type != null && type.getSort() == Type.ARRAY) {
      element = Type.getType(type.getDescriptor().substring(1));
    }
    return OperandValue.of(Kind.ARRAY_ELEMENT, element, "", insn);
  }

  @Override
  public OperandValue ternaryOperation(
      AbstractInsnNode insn, OperandValue a, OperandValue b, OperandValue c) {
    return OperandValue.ONE_SLOT;
  }

  @Override
  public OperandValue naryOperation(AbstractInsnNode insn, List<? extends OperandValue> values) {
    if (insn instanceof MultiANewArrayInsnNode array) {
      return OperandValue.of(Kind.NEW, Type.getType(array.desc), "array", insn);
    }
    OperandValue known = made.get(insn);
    if (known == null) {
      known = result(insn);
      made.put(insn, known);
    }
    return known;
  }

  private OperandValue result(AbstractInsnNode insn) {
    String descriptor =
        insn instanceof MethodInsnNode call ? call.desc : ((InvokeDynamicInsnNode) insn).desc;
    OperandValue result = newValue(Type.getReturnType(descriptor));
    if (result == null || !result.isReference()) {
      return result;
    }
    String name = insn instanceof MethodInsnNode call ? call.owner + "." + call.name : "";
    return OperandValue.of(Kind.CALL, result.type(), name, insn);
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, OperandValue value, OperandValue expected) {
    // Nothing follows a return.
  }

  @Override
  public OperandValue merge(OperandValue a, OperandValue b) {
    if (a.equals(b)) {
      return a;
    }
    if (a.getSize() != b.getSize() || !a.isReference() || !b.isReference()) {
      // A slot of mixed content can only be overwritten.
      return OperandValue.ONE_SLOT;
    }
    if (a.kind() == Kind.UNKNOWN && a.source() == null && a.type() == OperandValue.OBJECT) {
      // No value is less known than this one.
      return a;
    }
    if (a.isSameObjectAs(b) && a.initialized() && b.initialized()) {
      return a.castTo(commonType(a.type(), b.type()));
    }
    if (a.kind() == Kind.NULL) {
      return OperandValue.unknown(b.type());
    }
    if (b.kind() == Kind.NULL) {
      return OperandValue.unknown(a.type());
    }
    OperandValue merged = OperandValue.unknown(commonType(a.type(), b.type()));
    return merged.equals(a) ? a : merged;
  }

  private static Type commonType(Type a, Type b) {
    return a.equals(b) ? a : OperandValue.OBJECT;
  }
}
