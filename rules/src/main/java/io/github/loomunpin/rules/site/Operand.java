// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.operand.OperandValue;
import org.objectweb.asm.Type;

/**
 * The expression whose object a site locks, for people.
 *
 * @param kind where the object came from
 * @param type static type, as a Java name
 * @param name field, method, class or parameter; empty where there is none
 */
public record Operand(OperandValue.Kind kind, String type, String name) {

  static Operand of(OperandValue value) {
    String type = value.type() == null ? "?" : value.type().getClassName();
    return new Operand(value.kind(), type, value.name().replace('/', '.'));
  }

  static Operand thisOf(String owner) {
    return new Operand(OperandValue.Kind.THIS, owner.replace('/', '.'), "this");
  }

  static Operand literal(String internalName) {
    return new Operand(
        OperandValue.Kind.CLASS_LITERAL, "java.lang.Class", internalName.replace('/', '.'));
  }

  /** The operand in one phrase: {@code this}, {@code lock: Object}, {@code Foo.class}. */
  public String describe() {
    return switch (kind) {
      case THIS -> "this";
      case CLASS_LITERAL -> literalName() + ".class";
      case FIELD, STATIC_FIELD -> simple(name) + ": " + simple(type);
      case PARAMETER -> "parameter: " + simple(type);
      case CALL -> (name.isEmpty() ? "call" : simple(name) + "()") + ": " + simple(type);
      case NEW -> "new " + simple(type);
      case NULL -> "null";
      default -> simple(type);
    };
  }

  private String literalName() {
    return simple(name.startsWith("[") ? Type.getType(name).getClassName() : name);
  }

  private static String simple(String dotted) {
    return dotted.substring(dotted.lastIndexOf('.') + 1);
  }
}
