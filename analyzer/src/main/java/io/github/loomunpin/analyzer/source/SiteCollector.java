// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SuperExpr;
import com.github.javaparser.ast.expr.TypeExpr;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.type.ArrayType;
import com.github.javaparser.ast.type.VoidType;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Walks a file in the order of its text and notes the sites of each class. Up to JDK 21, javac
 * makes a method of each lambda when it has made those of the lambdas inside, and counts all of a
 * class together; newer ones number in other orders.
 */
final class SiteCollector {

  private static final Decision LEFT_OPEN =
      Decision.atRunTime("only its source was read, and class files decide");

  private final JavacNames names;
  private final SourceTypes types;
  private final SourceOperands operands;
  private final String fileName;

  /** In the order in which classes begin; keys are internal names. */
  private final Map<String, ClassBody> bodies = new LinkedHashMap<>();

  private SiteCollector(JavacNames names, SourceTypes types, String fileName) {
    this.names = names;
    this.types = types;
    this.operands = new SourceOperands(names, types);
    this.fileName = fileName;
  }

  static List<ClassSites> collect(
      CompilationUnit unit, JavacNames names, SourceTypes types, String fileName) {
    SiteCollector collector = new SiteCollector(names, types, fileName);
    unit.getTypes().forEach(type -> collector.visit(type, null));
    return collector.bodies.values().stream()
        .filter(body -> !body.sites.isEmpty())
        .map(collector::sitesOf)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .toList();
  }

  /** One class while it is walked. */
  private static final class ClassBody {
    private final String name;
    private final List<Found> sites = new ArrayList<>();
    private int lambdas;

    ClassBody(String name) {
      this.name = name;
    }
  }

  /** One method; that of a lambda gets its name when the lambda ends. */
  private static final class Code {
    private final ClassBody body;
    private final String enclosingMethod;
    private String name;
    private final String descriptor;

    Code(ClassBody body, String enclosingMethod, String name, String descriptor) {
      this.body = body;
      this.enclosingMethod = enclosingMethod;
      this.name = name;
      this.descriptor = descriptor;
    }
  }

  private record Found(Code code, SiteKind kind, int line, Operand operand) {}

  private ClassSites sitesOf(ClassBody body) {
    List<MonitorSite> sites =
        body.sites.stream()
            .map(
                found ->
                    new MonitorSite(
                        body.name,
                        found.code().name,
                        found.code().descriptor,
                        found.kind(),
                        -1,
                        found.line(),
                        found.operand(),
                        List.of(),
                        LEFT_OPEN))
            .toList();
    return new ClassSites(body.name, fileName, sites);
  }

  private void visit(Node node, Code code) {
    switch (node) {
      case TypeDeclaration<?> type when LocalEnums.isWrapper(type) -> children(type, code);
      case TypeDeclaration<?> type -> type(type);
      case EnumConstantDeclaration constant -> constant(constant, code);
      case ObjectCreationExpr creation -> creation(creation, code);
      case MethodDeclaration method -> method(method, code.body);
      case ConstructorDeclaration made ->
          children(made, method(code.body, "<init>", types.descriptor(made.getParameters(), VOID)));
      case CompactConstructorDeclaration made ->
          children(made, method(code.body, "<init>", descriptor(made)));
      case InitializerDeclaration block ->
          children(block, initializer(code.body, block.isStatic()));
      case FieldDeclaration field -> children(field, initializer(code.body, isStatic(field)));
      case LambdaExpr lambda -> lambda(lambda, code);
      case MethodReferenceExpr reference -> {
        children(reference, code);
        if (isMadeALambda(reference)) {
          code.body.lambdas++;
        }
      }
      case SynchronizedStmt block -> {
        visit(block.getExpression(), code);
        add(code, SiteKind.BLOCK, block, operands.of(block.getExpression()));
        visit(block.getBody(), code);
      }
      case MethodCallExpr call -> {
        children(call, code);
        MonitorCall.of(call)
            .ifPresent(found -> add(code, found.kind(), call.getName(), operand(found, code)));
      }
      case AnnotationExpr annotation -> {}
      default -> children(node, code);
    }
  }

  private static final VoidType VOID = new VoidType();

  private void children(Node node, Code code) {
    JavacNames.inOrder(node).forEach(child -> visit(child, code));
  }

  private void type(TypeDeclaration<?> type) {
    members(JavacNames.inOrder(type), new ClassBody(names.of(type)));
  }

  /** A compact constructor has the parameters of its record. */
  private String descriptor(CompactConstructorDeclaration made) {
    return made.getParentNode()
        .filter(RecordDeclaration.class::isInstance)
        .map(owner -> types.descriptor(((RecordDeclaration) owner).getParameters(), VOID))
        .orElse("");
  }

  private void constant(EnumConstantDeclaration constant, Code code) {
    Code initializer = initializer(code.body, true);
    constant.getArguments().forEach(argument -> visit(argument, initializer));
    if (names.isClass(constant)) {
      members(constant.getClassBody(), new ClassBody(names.of(constant)));
    }
  }

  private void creation(ObjectCreationExpr creation, Code code) {
    creation.getScope().ifPresent(outer -> visit(outer, code));
    creation.getArguments().forEach(argument -> visit(argument, code));
    creation
        .getAnonymousClassBody()
        .ifPresent(body -> members(body, new ClassBody(names.of(creation))));
  }

  private void members(List<? extends Node> members, ClassBody body) {
    bodies.put(body.name, body);
    Code outside = initializer(body, false);
    members.forEach(member -> visit(member, outside));
  }

  private void method(MethodDeclaration method, ClassBody body) {
    Code code =
        method(
            body,
            method.getNameAsString(),
            types.descriptor(method.getParameters(), method.getType()));
    if (method.isSynchronized()) {
      boolean isStatic = method.isStatic();
      add(
          code,
          isStatic ? SiteKind.STATIC_SYNC_METHOD : SiteKind.SYNC_METHOD,
          method.getName(),
          isStatic ? SourceOperands.literal(body.name) : SourceOperands.thisOf(body.name));
    }
    children(method, code);
  }

  private static Code method(ClassBody body, String name, String descriptor) {
    return new Code(body, name, name, descriptor);
  }

  /** What initializes fields goes into each constructor, or the class's static initializer. */
  private static Code initializer(ClassBody body, boolean isStatic) {
    return isStatic ? method(body, "<clinit>", "()V") : method(body, "<init>", "");
  }

  private static boolean isStatic(FieldDeclaration field) {
    boolean inInterface =
        field
            .getParentNode()
            .filter(
                parent -> parent instanceof ClassOrInterfaceDeclaration type && type.isInterface())
            .isPresent();
    return field.isStatic() || inInterface;
  }

  private void lambda(LambdaExpr lambda, Code code) {
    Code own = new Code(code.body, code.enclosingMethod, "", "");
    children(lambda, own);
    String method =
        switch (code.enclosingMethod) {
          case "<init>" -> "new";
          case "<clinit>" -> "static";
          default -> code.enclosingMethod;
        };
    own.name = "lambda$" + method + "$" + code.body.lambdas++;
  }

  /** The references that javac cannot leave to the JVM, as far as the text shows. */
  private static boolean isMadeALambda(MethodReferenceExpr reference) {
    Expression scope = reference.getScope();
    return scope instanceof SuperExpr
        || reference.getIdentifier().equals("new")
            && scope instanceof TypeExpr type
            && type.getType() instanceof ArrayType;
  }

  private Operand operand(MonitorCall found, Code code) {
    return found.object().map(operands::of).orElseGet(() -> SourceOperands.thisOf(code.body.name));
  }

  private static void add(Code code, SiteKind kind, Node at, Operand operand) {
    int line = at.getBegin().map(position -> position.line).orElse(-1);
    code.body.sites.add(new Found(code, kind, line, operand));
  }

  /**
   * A call that is written like one of the JDK's methods on monitors. A method of the same name and
   * number of parameters that a class declares itself looks the same; {@code wait()} and {@code
   * notify()} are final, so only {@code wait} with parameters can be mistaken.
   *
   * @param object empty for {@code this}
   */
  private record MonitorCall(SiteKind kind, Optional<Expression> object) {

    static Optional<MonitorCall> of(MethodCallExpr call) {
      List<Expression> arguments = call.getArguments();
      int count = arguments.size();
      SiteKind kind =
          switch (call.getNameAsString()) {
            case "wait" -> count <= 2 ? SiteKind.WAIT : null;
            case "notify" -> count == 0 ? SiteKind.NOTIFY : null;
            case "notifyAll" -> count == 0 ? SiteKind.NOTIFY_ALL : null;
            case "holdsLock" -> count == 1 && isThread(call) ? SiteKind.HOLDS_LOCK : null;
            case "timedWait" -> count == 2 ? SiteKind.TIMED_WAIT : null;
            default -> null;
          };
      if (kind == null) {
        return Optional.empty();
      }
      boolean isArgument = kind == SiteKind.HOLDS_LOCK || kind == SiteKind.TIMED_WAIT;
      return Optional.of(
          new MonitorCall(
              kind,
              isArgument
                  ? Optional.of(arguments.get(0))
                  : call.getScope().filter(scope -> !(scope instanceof SuperExpr))));
    }

    private static boolean isThread(MethodCallExpr call) {
      return call.getScope()
          .map(scope -> scope.toString().equals("Thread") || scope.toString().endsWith(".Thread"))
          .orElse(true);
    }
  }
}
