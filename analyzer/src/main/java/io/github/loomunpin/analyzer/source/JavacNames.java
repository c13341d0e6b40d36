// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The internal names that javac gives the classes of one file. It numbers anonymous and local
 * classes in the order in which it attributes them, which is the order of the text except that
 *
 * <ol>
 *   <li>the arguments of a call come before the expression that it is called on;
 *   <li>among arguments, those whose type depends on the called method (lambdas, other calls,
 *       conditionals, parentheses, {@code new A<>()}) come after the others, and after that
 *       expression;
 *   <li>the arguments of an anonymous class come before the class.
 * </ol>
 *
 * Each class counts for itself, and local classes of different names do not count together (JLS
 * §13.1 leaves the numbers to the compiler).
 */
final class JavacNames {

  private final Map<Node, String> names = new IdentityHashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final String packagePrefix;

  JavacNames(CompilationUnit unit) {
    packagePrefix =
        unit.getPackageDeclaration()
            .map(declared -> declared.getNameAsString().replace('.', '/') + "/")
            .orElse("");
    inOrder(unit).forEach(child -> visit(child, ""));
  }

  /** The internal name of a type declaration, an anonymous class or an enum constant's body. */
  String of(Node type) {
    return names.get(type);
  }

  /** Whether the node is a class of its own. */
  boolean isClass(Node node) {
    return names.containsKey(node);
  }

  String packagePrefix() {
    return packagePrefix;
  }

  /** Children as they stand in the text, which their order in the tree need not be. */
  static List<Node> inOrder(Node node) {
    return node.getChildNodes().stream().sorted(BY_POSITION).toList();
  }

  private static final Comparator<Node> BY_POSITION =
      Comparator.comparing(
          node -> node.getBegin().orElse(null), Comparator.nullsFirst(Comparator.naturalOrder()));

  private void visit(Node node, String enclosing) {
    switch (node) {
      case TypeDeclaration<?> type -> declared(type, enclosing);
      case ObjectCreationExpr creation -> created(creation, enclosing);
      case EnumConstantDeclaration constant -> constant(constant, enclosing);
      case MethodCallExpr call -> {
        standalone(call, enclosing);
        call.getScope().ifPresent(scope -> visit(scope, enclosing));
        deferred(call, enclosing);
      }
      case ExplicitConstructorInvocationStmt call -> {
        call.getExpression().ifPresent(outer -> visit(outer, enclosing));
        standalone(call, enclosing);
        deferred(call, enclosing);
      }
      case AnnotationExpr annotation -> {}
      default -> inOrder(node).forEach(child -> visit(child, enclosing));
    }
  }

  private void declared(TypeDeclaration<?> type, String enclosing) {
    if (LocalEnums.isWrapper(type)) {
      inOrder(type).forEach(child -> visit(child, enclosing));
      return;
    }
    String simple = type.getNameAsString();
    boolean isLocal =
        type.getParentNode()
            .filter(parent -> parent instanceof Statement || LocalEnums.isWrapper(parent))
            .isPresent();
    String name =
        enclosing.isEmpty()
            ? packagePrefix + simple
            : isLocal ? numbered(enclosing, simple) : enclosing + "$" + simple;
    names.put(type, name);
    inOrder(type).forEach(child -> visit(child, name));
  }

  private void created(ObjectCreationExpr creation, String enclosing) {
    creation.getScope().ifPresent(outer -> visit(outer, enclosing));
    standalone(creation, enclosing);
    deferred(creation, enclosing);
    creation
        .getAnonymousClassBody()
        .ifPresent(
            body -> {
              String name = numbered(enclosing, "");
              names.put(creation, name);
              body.forEach(member -> visit(member, name));
            });
  }

  private void constant(EnumConstantDeclaration constant, String enclosing) {
    standalone(constant, enclosing);
    deferred(constant, enclosing);
    if (hasBody(constant)) {
      String name = numbered(enclosing, "");
      names.put(constant, name);
      constant.getClassBody().forEach(member -> visit(member, name));
    }
  }

  /** The tree has an empty body as it has none. */
  private static boolean hasBody(EnumConstantDeclaration constant) {
    return constant
        .getTokenRange()
        .filter(tokens -> tokens.getEnd().getText().equals("}"))
        .isPresent();
  }

  private String numbered(String enclosing, String simple) {
    int number = 1;
    while (!taken.add(enclosing + "$" + number + simple)) {
      number++;
    }
    return enclosing + "$" + number + simple;
  }

  private void standalone(NodeWithArguments<?> call, String enclosing) {
    call.getArguments().stream()
        .filter(argument -> !isDeferred(argument))
        .forEach(argument -> visit(argument, enclosing));
  }

  private void deferred(NodeWithArguments<?> call, String enclosing) {
    call.getArguments().stream()
        .filter(JavacNames::isDeferred)
        .forEach(argument -> visit(argument, enclosing));
  }

  private static boolean isDeferred(Expression argument) {
    return switch (argument) {
      case LambdaExpr lambda -> true;
      case MethodReferenceExpr reference -> true;
      case ConditionalExpr conditional -> true;
      case EnclosedExpr enclosed -> true;
      case SwitchExpr switching -> true;
      case MethodCallExpr call -> call.getTypeArguments().isEmpty();
      case ObjectCreationExpr creation -> isDiamond(creation.getType());
      default -> false;
    };
  }

  private static boolean isDiamond(ClassOrInterfaceType type) {
    return type.getTypeArguments().filter(List::isEmpty).isPresent();
  }
}
