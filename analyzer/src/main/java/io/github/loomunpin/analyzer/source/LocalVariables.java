// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.Type;
import java.util.List;
import java.util.Optional;

/** The local variable or parameter that a name means, and how bytecode sees it. */
final class LocalVariables {

  /** How the code that has the name gets the value. */
  enum Seen {
    /** A parameter, or captured by a lambda, whose method takes it as one. */
    AS_PARAMETER,
    /** Captured by an anonymous or local class, which keeps it in a field. */
    AS_FIELD,
    AS_VARIABLE
  }

  /**
   * @param type empty where none is written, as for {@code var}
   * @param value what a variable is set to, if that is told in one place
   */
  record Found(Seen seen, Optional<Type> type, Optional<Expression> value) {}

  private record Declared(Node node, Optional<Type> type, Optional<Expression> value) {}

  private LocalVariables() {}

  static Optional<Found> find(NameExpr use) {
    String name = use.getNameAsString();
    boolean inLambda = false;
    boolean inClass = false;
    Node from = use;
    for (Node node = use; node != null; node = node.getParentNode().orElse(null)) {
      Optional<Declared> declared = declaredIn(node, from, name);
      if (declared.isPresent()) {
        return Optional.of(found(declared.get(), name, node, inLambda, inClass));
      }
      inLambda |= !inClass && node instanceof LambdaExpr;
      inClass |= isClassBody(node, from);
      from = node;
    }
    return Optional.empty();
  }

  private static boolean isClassBody(Node node, Node from) {
    return from instanceof BodyDeclaration<?>
        && (node instanceof ObjectCreationExpr || node instanceof BodyDeclaration<?>);
  }

  private static Found found(
      Declared declared, String name, Node scope, boolean inLambda, boolean inClass) {
    if (inClass) {
      return new Found(Seen.AS_FIELD, declared.type(), Optional.empty());
    }
    if (inLambda || declared.node() instanceof Parameter parameter && !isCaught(parameter)) {
      return new Found(Seen.AS_PARAMETER, declared.type(), Optional.empty());
    }
    boolean isSetAgain =
        scope.findFirst(AssignExpr.class, assigned -> isTarget(assigned, name)).isPresent();
    return new Found(
        Seen.AS_VARIABLE, declared.type(), isSetAgain ? Optional.empty() : declared.value());
  }

  private static boolean isCaught(Parameter parameter) {
    return parameter.getParentNode().filter(CatchClause.class::isInstance).isPresent();
  }

  private static boolean isTarget(AssignExpr assigned, String name) {
    return assigned.getTarget() instanceof NameExpr target && target.getNameAsString().equals(name);
  }

  /** What a node declares for the code in its child {@code from}. */
  private static Optional<Declared> declaredIn(Node node, Node from, String name) {
    return switch (node) {
      case CallableDeclaration<?> method -> parameter(method.getParameters(), name);
      case LambdaExpr lambda -> parameter(lambda.getParameters(), name);
      case CatchClause caught -> parameter(new NodeList<>(List.of(caught.getParameter())), name);
      case ForEachStmt loop -> variable(loop.getVariable(), name);
      case ForStmt loop -> first(loop.getInitialization(), name);
      case TryStmt tried -> first(tried.getResources(), name);
      default -> inStatements(node, from, name);
    };
  }

  private static Optional<Declared> parameter(NodeList<Parameter> parameters, String name) {
    for (Parameter parameter : parameters) {
      if (parameter.getNameAsString().equals(name)) {
        Type type = parameter.getType();
        return Optional.of(
            new Declared(
                parameter,
                type.isUnknownType() ? Optional.empty() : written(type),
                Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Declared> first(List<Expression> expressions, String name) {
    return expressions.stream().flatMap(one -> variable(one, name).stream()).findFirst();
  }

  private static Optional<Declared> variable(Expression expression, String name) {
    if (expression instanceof VariableDeclarationExpr declaration) {
      for (VariableDeclarator variable : declaration.getVariables()) {
        if (variable.getNameAsString().equals(name)) {
          return Optional.of(
              new Declared(variable, written(variable.getType()), variable.getInitializer()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Type> written(Type type) {
    return type.isVarType() ? Optional.empty() : Optional.of(type);
  }

  /**
   * The last declaration before {@code from}: by a statement, or by {@code instanceof} anywhere in
   * an expression.
   */
  private static Optional<Declared> inStatements(Node node, Node from, String name) {
    Optional<Declared> found = Optional.empty();
    for (Node child : node.getChildNodes()) {
      if (child == from) {
        break;
      }
      if (child instanceof ExpressionStmt statement) {
        Optional<Declared> here = variable(statement.getExpression(), name);
        found = here.isPresent() ? here : found;
      } else if (child instanceof Expression expression) {
        Optional<Declared> here =
            expression
                .findFirst(TypePatternExpr.class, pattern -> pattern.getNameAsString().equals(name))
                .map(
                    pattern -> new Declared(pattern, written(pattern.getType()), Optional.empty()));
        found = here.isPresent() ? here : found;
      }
    }
    return found;
  }
}
