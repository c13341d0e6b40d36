// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes statements that any Java compiler takes: it knows which of them can complete (JLS §14.22),
 * since what follows one that cannot would be an error.
 */
final class Statements {

  /** Such that a later one may stand after an earlier one. */
  private static final List<String> CAUGHT =
      List.of(
          "Failure | NullPointerException",
          "IllegalMonitorStateException",
          "RuntimeException",
          "Exception",
          "Throwable");

  private final Random random;
  private final Locks locks;
  private final LockStatements locking;
  private final Bodies bodies;
  private final Switches switches;
  private Code code = new Code(2);

  /** Statements that may still be written into the current method. */
  private int budget;

  Statements(Random random, Locks locks, Compiler compiler, List<MethodShape> methods) {
    this.random = random;
    this.locks = locks;
    this.locking = new LockStatements(this, random, locks, compiler.release());
    this.switches = new Switches(this, random, locks, compiler);
    this.bodies = new Bodies(this, random, locks, methods);
  }

  Code code() {
    return code;
  }

  /** Classes that the statements so far need. */
  String nested() {
    return bodies.nested();
  }

  String called(MethodShape method) {
    return bodies.called(method);
  }

  /** The body of a method of that many statements. */
  String body(Scope scope, int indentation, int statements, String end) {
    Code before = code;
    int left = budget;
    code = new Code(indentation);
    budget = statements;
    if (block(scope, 4)) {
      code.line(end);
    }
    Code body = code;
    code = before;
    budget = left;
    return body.toString();
  }

  int place() {
    return random.fresh();
  }

  void step() {
    code.line("t.step(" + place() + ");");
  }

  /** Answers whether the end of these statements can be reached. */
  boolean block(Scope outer, int statements) {
    Scope scope = outer;
    for (int i = 0; i < statements && budget > 0; i++) {
      budget--;
      if (random.percent(15)) {
        scope = variable(scope);
      }
      if (!statement(scope)) {
        return false;
      }
      if (random.percent(40)) {
        step();
      }
    }
    if (!scope.mustComplete() && random.percent(12)) {
      jump(scope);
      return false;
    }
    if (random.percent(20)) {
      code.open("if (t.rarely()) {");
      jump(scope);
      code.close("}");
    }
    return true;
  }

  private Scope variable(Scope scope) {
    String name = "v" + random.fresh();
    if (random.percent(30)) {
      code.line("Object " + name + " = " + locks.any(scope) + ";");
      return scope.changing(name);
    }
    code.line("final Object " + name + " = " + locks.any(scope) + ";");
    return scope.knowing(name);
  }

  private boolean statement(Scope scope) {
    int kind = scope.depth() <= 0 ? 99 : random.next(100);
    if (kind < 27) {
      return locking.block(scope);
    } else if (kind < 43) {
      return tryStatement(scope);
    } else if (kind < 51) {
      loop(scope);
    } else if (kind < 56) {
      return branch(scope);
    } else if (kind < 64) {
      return switches.any(scope);
    } else if (kind < 75) {
      bodies.call(scope);
    } else if (kind < 85) {
      bodies.body(scope);
    } else if (kind < 88) {
      labelled(scope);
    } else if (random.percent(70)) {
      locking.ask(scope);
    } else {
      simple(scope);
    }
    return true;
  }

  private void simple(Scope scope) {
    String lock = "all[t.next(" + locks.slots().size() + ")]";
    code.line(
        random.of(
            "t.value(" + place() + ", 7 / t.next(20));",
            "t.value(" + place() + ", t.lock(t.next(10)) == null ? 1 : 2);",
            "if (t.rarely()) t.value(" + place() + ", ((List<?>) " + lock + ").size());",
            "t.value(" + place() + ", (" + locks.any(scope) + ") == null ? 1 : 2);",
            "t.value("
                + place()
                + ", (Object) ("
                + locks.any(scope)
                + ") instanceof Locking ? 1 : 2);",
            "t.step(" + place() + ");"));
  }

  /** A statement after which the next one is not reached. */
  private void jump(Scope scope) {
    List<String> jumps = new ArrayList<>();
    String message = "(\"thrown " + place() + "\");";
    jumps.add("throw new Failure" + message);
    if (random.percent(30)) {
      jumps.add("throw new IllegalStateException" + message);
      jumps.add("throw new AssertionError" + message);
      jumps.add("throw new IllegalMonitorStateException" + message);
    }
    for (String label : scope.labels()) {
      jumps.add("break " + label + ";");
    }
    for (String label : scope.loops()) {
      jumps.add("continue " + label + ";");
    }
    switch (scope.result()) {
      case "int" -> {
        jumps.add("return t.value(" + place() + ", " + random.next(9) + ");");
        jumps.add("return (" + bodies.locking(scope) + ").bump(t, " + place() + ");");
      }
      case "Object" -> jumps.add("return " + locks.any(scope) + ";");
      case "void" -> jumps.add("return;");
      default -> {}
    }
    code.line(random.of(jumps));
  }

  private boolean branch(Scope scope) {
    code.open("if (t.bit()) {");
    boolean completes = block(scope.deeper().free(), 2);
    if (random.percent(50)) {
      code.close("}");
      return true;
    }
    code.next("} else {");
    completes |= block(scope.deeper(), 2);
    code.close("}");
    return completes;
  }

  private void labelled(Scope scope) {
    String label = "L" + random.fresh();
    code.open(label + ": {");
    block(scope.deeper().labelled(label, false).completing(), 2);
    code.close("}");
  }

  private void loop(Scope scope) {
    String label = "L" + random.fresh();
    String counter = "i" + random.fresh();
    int times = 2 + random.next(2);
    Scope inside = scope.deeper().labelled(label, true);
    // All objects are many, so that loops over them stand in no other loop.
    switch (random.next(5) + (scope.loops().isEmpty() ? 0 : 1)) {
      case 0 -> {
        String each = "v" + random.fresh();
        code.open(label + ": for (final Object " + each + " : all) {");
        block(inside.knowing(each), 2);
      }
      case 1 -> {
        code.line("int " + counter + " = 0;");
        code.open(label + ": while (" + counter + "++ < " + times + ") {");
        block(inside, 2);
      }
      case 2 -> {
        code.line("int " + counter + " = 0;");
        code.open(label + ": do {");
        block(inside.completing(), 2);
        code.close("} while (" + counter + "++ < " + times + ");");
        return;
      }
      case 3 -> {
        code.line("int " + counter + " = 0;");
        code.open(label + ": while (true) {");
        code.line("if (" + counter + "++ > " + times + ") break " + label + ";");
        block(inside, 2);
      }
      default -> {
        String head = "for (int %1$s = 0; %1$s < %2$d; %1$s++) {".formatted(counter, times);
        code.open(label + ": " + head);
        block(inside, 2);
      }
    }
    code.close("}");
  }

  private boolean tryStatement(Scope scope) {
    boolean resource = random.percent(25);
    boolean last = random.percent(50);
    int catches = resource || last ? random.next(2) : 1 + random.next(2);
    String name = "c" + random.fresh();
    String lock = locks.any(scope);
    // A resource may be null; it is in the end, since what closes it may open another one.
    String made = "t.mayCall() ? new Closing(t, " + lock + ") : null";
    code.open(resource ? "try (Closing " + name + " = " + made + ") {" : "try {");
    boolean completes = block(scope.deeper(), 2);
    int next = random.next(CAUGHT.size() - 1);
    for (int i = 0; i < catches; i++, next++) {
      String caught = "e" + random.fresh();
      code.next("} catch (" + CAUGHT.get(next) + " " + caught + ") {");
      code.line("t.caught(" + place() + ", " + caught + ");");
      boolean ends = block(scope.deeper(), 1);
      completes |= ends;
      if (ends && random.percent(15)) {
        code.line("if (t.bit()) throw " + caught + ";");
      }
    }
    if (last) {
      code.next("} finally {");
      step();
      completes &= block(scope.deeper(), 1);
    }
    code.close("}");
    return completes;
  }
}
