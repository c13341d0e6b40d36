// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithMembers;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.PrimitiveType;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.site.Operand;
import java.util.List;
import java.util.Optional;

/** What an expression is that is locked, as far as its file tells. */
final class SourceOperands {

  private static final String UNKNOWN_TYPE = "?";

  private final JavacNames names;
  private final SourceTypes types;

  SourceOperands(JavacNames names, SourceTypes types) {
    this.names = names;
    this.types = types;
  }

  static Operand thisOf(String internalName) {
    return new Operand(Kind.THIS, internalName.replace('/', '.'), "this");
  }

  static Operand literal(String internalName) {
    return new Operand(Kind.CLASS_LITERAL, "java.lang.Class", internalName.replace('/', '.'));
  }

  Operand of(Expression expression) {
    return switch (expression) {
      case EnclosedExpr enclosed -> of(enclosed.getInner());
      case AssignExpr assigned -> of(assigned.getValue());
      case CastExpr cast -> {
        Operand inner = of(cast.getExpression());
        yield new Operand(inner.kind(), types.javaName(cast.getType()), inner.name());
      }
      case ThisExpr self -> self(self);
      case ClassExpr literal -> literal(literal);
      case StringLiteralExpr text -> new Operand(Kind.CONSTANT, "java.lang.String", "");
      case ObjectCreationExpr created ->
          new Operand(Kind.NEW, types.javaName(created.getType()), "");
      case MethodCallExpr call -> call(call);
      case ArrayAccessExpr element -> new Operand(Kind.ARRAY_ELEMENT, UNKNOWN_TYPE, "");
      case NameExpr name -> variable(name);
      case FieldAccessExpr access -> access(access);
      default -> new Operand(Kind.UNKNOWN, UNKNOWN_TYPE, "");
    };
  }

  private Operand self(ThisExpr self) {
    String own = ownerOf(self);
    if (self.getTypeName().isEmpty()) {
      return thisOf(own);
    }
    // javac reaches an outer object through fields named by how deep its class is nested.
    String outer = types.internalName(self.getTypeName().get().asString(), self);
    if (outer.equals(own)) {
      return thisOf(own);
    }
    int depth = (int) outer.chars().filter(c -> c == '$').count();
    return new Operand(
        Kind.FIELD, outer.replace('/', '.'), own.replace('/', '.') + ".this$" + depth);
  }

  private Operand literal(ClassExpr literal) {
    return switch (literal.getType()) {
      case ClassOrInterfaceType named -> literal(types.internalName(named));
      case PrimitiveType primitive ->
          new Operand(Kind.STATIC_FIELD, "java.lang.Class", primitive.toBoxedType() + ".TYPE");
      default -> literal(types.javaName(literal.getType()));
    };
  }

  private Operand call(MethodCallExpr call) {
    boolean isGetClass = call.getNameAsString().equals("getClass") && call.getArguments().isEmpty();
    return new Operand(
        Kind.CALL, isGetClass ? "java.lang.Class" : UNKNOWN_TYPE, call.getNameAsString());
  }

  private Operand access(FieldAccessExpr access) {
    String name = access.getNameAsString();
    if (access.getScope() instanceof ThisExpr self) {
      return field(name, self).orElseGet(() -> unknownField(name));
    }
    return unknownField(name);
  }

  private static Operand unknownField(String name) {
    return new Operand(Kind.FIELD, UNKNOWN_TYPE, name);
  }

  private Operand variable(NameExpr name) {
    Optional<LocalVariables.Found> local = LocalVariables.find(name);
    if (local.isPresent()) {
      String type = local.get().type().map(types::javaName).orElse(UNKNOWN_TYPE);
      return switch (local.get().seen()) {
        case AS_PARAMETER -> new Operand(Kind.PARAMETER, type, name.getNameAsString());
        case AS_FIELD ->
            new Operand(
                Kind.FIELD,
                type,
                ownerOf(name).replace('/', '.') + ".val$" + name.getNameAsString());
        case AS_VARIABLE ->
            local
                .get()
                .value()
                .map(this::of)
                .map(value -> withType(value, type))
                .orElseGet(() -> new Operand(Kind.UNKNOWN, type, ""));
      };
    }
    return field(name.getNameAsString(), name)
        .orElseGet(() -> unknownField(name.getNameAsString()));
  }

  /** The declared type where the value's is not known. */
  private static Operand withType(Operand value, String type) {
    return value.type().equals(UNKNOWN_TYPE)
        ? new Operand(value.kind(), type, value.name())
        : value;
  }

  /** A field of this or an enclosing class of the file. */
  private Optional<Operand> field(String name, Node at) {
    for (Node node = at; node != null; node = node.getParentNode().orElse(null)) {
      if (names.isClass(node)) {
        Optional<Operand> found = fieldOf(node, name);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Operand> fieldOf(Node type, String name) {
    for (BodyDeclaration<?> member : membersOf(type)) {
      if (member instanceof FieldDeclaration field) {
        for (VariableDeclarator variable : field.getVariables()) {
          if (variable.getNameAsString().equals(name)) {
            return Optional.of(
                new Operand(
                    field.isStatic() ? Kind.STATIC_FIELD : Kind.FIELD,
                    types.javaName(variable.getType()),
                    names.of(type).replace('/', '.') + "." + name));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<BodyDeclaration<?>> membersOf(Node type) {
    return switch (type) {
      case TypeDeclaration<?> declared -> declared.getMembers();
      case ObjectCreationExpr created -> created.getAnonymousClassBody().orElseThrow();
      case EnumConstantDeclaration constant -> constant.getClassBody();
      case NodeWithMembers<?> other -> List.copyOf(other.getMembers());
      default -> List.of();
    };
  }

  private String ownerOf(Node at) {
    for (Node node = at; node != null; node = node.getParentNode().orElse(null)) {
      if (names.isClass(node)) {
        return names.of(node);
      }
    }
    return "";
  }
}
