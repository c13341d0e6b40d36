// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;

/** Writes calls, and code that has a frame of its own within a statement. */
final class Bodies {
  private final Statements statements;
  private final Random random;
  private final Locks locks;
  private final List<MethodShape> methods;
  private final StringBuilder nested = new StringBuilder();

  /** A nested class is no place for another one. */
  private boolean isNested;

  Bodies(Statements statements, Random random, Locks locks, List<MethodShape> methods) {
    this.statements = statements;
    this.random = random;
    this.locks = locks;
    this.methods = methods;
  }

  String nested() {
    return nested.toString();
  }

  void call(Scope scope) {
    Code code = statements.code();
    MethodShape method = random.of(methods);
    String called = called(method, scope);
    code.open("if (t.mayCall()) {");
    switch (method.result()) {
      case "int" -> code.line("t.value(" + statements.place() + ", " + called + ");");
      case "Object" -> {
        code.open("synchronized (" + called + ") {");
        statements.step();
        statements.block(scope.deeper().free(), 1);
        code.close("}");
      }
      default -> code.line(called + ";");
    }
    code.close("}");
  }

  private String called(MethodShape method, Scope scope) {
    String receiver = method.isStatic() || scope.self() == Scope.Self.PROGRAM ? "" : "self.";
    String arguments = locks.any(scope) + ", " + argument(method.parameter(), scope);
    return receiver + "m" + method.number() + "(t, " + random.next(3) + ", " + arguments + ")";
  }

  /** A call with other objects each time. */
  String called(MethodShape method) {
    Scope scope = Scope.method(Scope.Self.PROGRAM, "void", List.of(), 1);
    String one = argument(method.parameter(), scope);
    String other = argument(method.parameter(), scope);
    String second = "(%s) (t.bit() ? %s : %s)".formatted(method.parameter(), one, other);
    String first = "t.lock(t.next(" + locks.slots().size() + "))";
    return "m" + method.number() + "(t, t.next(3), " + first + ", " + second + ")";
  }

  /** An object of that type, in a form that does not show whether it is locked natively. */
  private String argument(String type, Scope scope) {
    List<String> some = new ArrayList<>();
    for (Slot slot : locks.slots()) {
      boolean fits =
          switch (type) {
            case "List<?>" -> slot.isList();
            case "App" -> slot.isApp();
            case "Vector<?>" -> slot.type().contains("Vector");
            case "Locking" -> slot.isLocking();
            case "Comparable<?>" -> slot.type().matches("String|Colour");
            default -> true;
          };
      if (fits) {
        some.add("(" + type + ") all[" + slot.number() + "]");
      }
    }
    some.addAll(
        switch (type) {
          case "List<?>" -> List.of("new Vector<Object>()", "new LinkedList<Object>()");
          case "App" -> List.of("new App()", "new App.Sub()");
          case "Vector<?>" -> List.of("new AppVector()", "new Stack<Object>()");
          case "Locking" -> List.of("new App()", "new AppThread()");
          case "Comparable<?>" -> List.of("\"argument\"", "Integer.valueOf(7)");
          default -> List.of(locks.any(scope));
        });
    if (random.percent(8)) {
      return "null";
    }
    return random.of(some);
  }

  /** Mostly an object with synchronized methods. */
  String locking(Scope scope) {
    return "(Locking) (" + argument("Locking", scope) + ")";
  }

  void body(Scope scope) {
    int kind = random.next(isNested ? 6 : 8);
    switch (kind) {
      case 0 -> lambda(scope);
      case 1 -> function(scope);
      case 2 -> within(scope);
      case 3 -> anonymous(scope);
      case 4 -> subclass(scope);
      case 5 -> local(scope);
      case 6 -> made(scope);
      default -> initialized();
    }
  }

  private void lambda(Scope scope) {
    Code code = statements.code();
    String name = "r" + random.fresh();
    code.open("final Act " + name + " = () -> {");
    statements.block(scope.inBody(scope.self(), "void"), 2);
    code.close("};");
    code.line(name + ".run();");
  }

  private void function(Scope scope) {
    Code code = statements.code();
    String name = "r" + random.fresh();
    code.open("final Fun " + name + " = () -> {");
    functionBody(scope.inBody(scope.self(), "int"));
    code.close("};");
    code.line("t.value(" + statements.place() + ", " + name + ".run());");
  }

  private void functionBody(Scope scope) {
    if (statements.block(scope, 2)) {
      String value = "return t.value(" + statements.place() + ", " + random.next(9) + ");";
      statements.code().line(value);
    }
  }

  /** Inside a synchronized method of an object that any class may implement. */
  private void within(Scope scope) {
    Code code = statements.code();
    code.open("t.value(" + statements.place() + ", (" + locking(scope) + ").within(() -> {");
    functionBody(scope.inBody(scope.self(), "int"));
    code.close("}));");
  }

  private void anonymous(Scope scope) {
    Code code = statements.code();
    String name = "r" + random.fresh();
    code.open("final Act " + name + " = new Act() {");
    String modifier = random.of("", "synchronized ");
    code.open("public " + modifier + "void run() throws Exception {");
    statements.block(scope.inBody(Scope.Self.OTHER, "void"), 2);
    code.close("}");
    code.close("};");
    code.line(name + ".run();");
  }

  private void subclass(Scope scope) {
    Code code = statements.code();
    String type = random.of("Vector<Object>", "Object", "App", "AppThread", "AppVector");
    code.open("t.value(" + statements.place() + ", new " + type + "() {");
    code.open("synchronized int go() throws Exception {");
    functionBody(scope.inBody(Scope.Self.OTHER, "int"));
    code.close("}");
    code.close("}.go());");
  }

  private void local(Scope scope) {
    Code code = statements.code();
    String name = "Local" + random.fresh();
    code.open("class " + name + random.of("", " extends App", " extends AppVector") + " {");
    code.open(name + "() throws Exception {");
    statements.block(scope.inBody(Scope.Self.OTHER, "void"), 1);
    code.close("}");
    code.line("");
    code.open("synchronized int go() throws Exception {");
    functionBody(scope.inBody(Scope.Self.OTHER, "int"));
    code.close("}");
    code.close("}");
    code.line("t.value(" + statements.place() + ", new " + name + "().go());");
  }

  /** A class whose constructor locks. */
  private void made(Scope scope) {
    String name = "Made" + random.fresh();
    String above = random.of("App", "AppVector", "Object", "Thread", "Exception");
    nested.append("\n  static class " + name + " extends " + above + " {\n");
    nested.append("    {\n      synchronized (this) {\n        trace.step(");
    nested.append(statements.place()).append(");\n      }\n    }\n\n");
    nested.append("    " + name + "(final Trace t, final Object p0) throws Exception {\n");
    nested.append(inside(Scope.method(Scope.Self.OTHER, "void", List.of("p0"), 3), 3));
    nested.append("    }\n  }\n");
    Code code = statements.code();
    code.open("if (t.mayCall()) {");
    code.open("synchronized (new " + name + "(t, " + locks.any(scope) + ")) {");
    statements.step();
    code.close("}");
    code.close("}");
  }

  /** A class whose initializer locks, and may fail. */
  private void initialized() {
    String name = "Initialized" + random.fresh();
    nested.append("\n  static class " + name + " {\n    static int value = 1;\n\n    static {\n");
    nested.append("      final Trace t = trace;\n      try {\n");
    nested.append(inside(Scope.method(Scope.Self.NONE, "", List.of(), 3).completing(), 4));
    nested.append("      } catch (RuntimeException e) {\n        throw e;\n");
    nested.append("      } catch (Exception e) {\n        throw new IllegalStateException(e);\n");
    nested.append("      }\n    }\n  }\n");
    statements.code().line("t.value(" + statements.place() + ", " + name + ".value);");
  }

  private String inside(Scope scope, int indentation) {
    isNested = true;
    String body = statements.body(scope, indentation, 6, "");
    isNested = false;
    return body;
  }
}
