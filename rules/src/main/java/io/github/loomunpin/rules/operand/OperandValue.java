// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import java.util.Objects;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Where a value on the operand stack or in a local variable came from. Two equal values are the
 * same object: {@code source} is the one instruction that produced it, and copies keep it.
 *
 * @param size 1 or 2 slots
 * @param type static type as the verifier would prove it, null when the value is not a reference
 * @param name field, method or class the value came from; empty where there is none
 * @param source the producing instruction, null for parameters; for a merged value the one that
 *     copied it, if any
 * @param initialized false between {@code new} and the constructor call
 */
public record OperandValue(
    int size, Kind kind, Type type, String name, AbstractInsnNode source, boolean initialized)
    implements Value {

  /** How the value was produced. */
  public enum Kind {
    THIS,
    PARAMETER,
    CLASS_LITERAL,
    CONSTANT,
    NULL,
    FIELD,
    STATIC_FIELD,
    NEW,
    CALL,
    ARRAY_ELEMENT,
    CAUGHT,
    UNKNOWN,
    NOT_A_REFERENCE
  }

  static final Type OBJECT = Type.getObjectType("java/lang/Object");

  /** What is locked by code that could not be followed. */
  public static final OperandValue NOT_FOLLOWED = unknown(null);

  static final OperandValue ONE_SLOT = plain(1);
  static final OperandValue TWO_SLOTS = plain(2);

  static OperandValue of(Kind kind, Type type, String name, AbstractInsnNode source) {
    return new OperandValue(1, kind, type, name, source, kind != Kind.NEW || isArray(type));
  }

  static OperandValue unknown(Type type) {
    return new OperandValue(1, Kind.UNKNOWN, type, "", null, true);
  }

  private static OperandValue plain(int size) {
    return new OperandValue(size, Kind.NOT_A_REFERENCE, null, "", null, true);
  }

  private static boolean isArray(Type type) {
    return type != null && type.getSort() == Type.ARRAY;
  }

  OperandValue asInitialized() {
    return new OperandValue(size, kind, type, name, source, true);
  }

  /** A merged value that is copied now, so that its copies are known to be the same object. */
  OperandValue asCopiedBy(AbstractInsnNode insn) {
    return new OperandValue(size, kind, type, name, insn, initialized);
  }

  /**
   * The class of a new object is known exactly, so a cast, most likely to a supertype, adds
   * nothing.
   */
  OperandValue castTo(Type narrower) {
    return kind == Kind.NEW
        ? this
        : new OperandValue(size, kind, narrower, name, source, initialized);
  }

  public boolean isReference() {
    return kind != Kind.NOT_A_REFERENCE;
  }

  /**
   * Whether both are the same object although a cast may have changed the static type. A class has
   * only one mirror, wherever it is loaded from.
   */
  public boolean isSameObjectAs(OperandValue other) {
    return isReference()
        && kind == other.kind
        && (kind != Kind.UNKNOWN || source != null)
        && (source == other.source || kind == Kind.CLASS_LITERAL)
        && name.equals(other.name);
  }

  /**
   * Compares as a record's own {@code equals} would, which the JVM would make out of method handles
   * at run time: the data flow compares values more often than it does anything else.
   */
  @Override
  public boolean equals(Object object) {
    return this == object
        || object instanceof OperandValue other
            && size == other.size
            && kind == other.kind
            && initialized == other.initialized
            && source == other.source
            && name.equals(other.name)
            && Objects.equals(type, other.type);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + name.hashCode();
  }

  @Override
  public int getSize() {
    return size;
  }
}
