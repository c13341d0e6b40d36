// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.List;

/** Writes switches of all kinds. */
final class Switches {
  private final Statements statements;
  private final Random random;
  private final Locks locks;
  private final Compiler compiler;

  Switches(Statements statements, Random random, Locks locks, Compiler compiler) {
    this.statements = statements;
    this.random = random;
    this.locks = locks;
    this.compiler = compiler;
  }

  /** Answers whether the end of the statement can be reached. */
  boolean any(Scope scope) {
    int release = compiler.release();
    int kind = random.next(release >= 21 ? 5 : release >= 14 ? 4 : 2);
    return switch (kind) {
      case 0 -> oldSwitch(scope, "t.next(3)", List.of("0", "1", "2"));
      case 1 -> {
        String text = "\"c\" + t.next(3)";
        yield oldSwitch(scope, text, List.of("\"c0\"", "\"c1\"", "\"c2\""));
      }
      case 2 -> arrows(scope);
      case 3 -> switchExpression(scope);
      default -> patterns(scope);
    };
  }

  private boolean oldSwitch(Scope scope, String selector, List<String> cases) {
    Code code = statements.code();
    code.open("switch (" + selector + ") {");
    for (String one : cases) {
      code.open("case " + one + ": {");
      boolean completes = statements.block(scope.deeper().free(), 2);
      // Without a break it falls through.
      if (completes && random.percent(60)) {
        code.line("break;");
      }
      code.close("}");
    }
    code.close("}");
    return true;
  }

  private boolean arrows(Scope scope) {
    Code code = statements.code();
    code.open("switch (t.next(3)) {");
    code.open("case 0, 2 -> {");
    statements.block(scope.deeper().free(), 2);
    code.close("}");
    code.open("default -> {");
    statements.block(scope.deeper().completing(), 2);
    code.close("}");
    code.close("}");
    return true;
  }

  private boolean switchExpression(Scope scope) {
    Code code = statements.code();
    String value = "s" + random.fresh();
    // Eclipse's compiler mixes variables up where a try statement stands within an argument.
    boolean isArgument = !compiler.isEclipse() && random.percent(50);
    String head =
        isArgument ? "t.value(" + statements.place() + ", " : "final int " + value + " = ";
    code.open(head + "switch (t.next(3)) {");
    for (String one : List.of("case 0", "default")) {
      code.open(one + " -> {");
      statements.block(scope.unjumping(), 2);
      code.line("yield " + random.next(9) + ";");
      code.close("}");
    }
    code.close(isArgument ? "});" : "};");
    if (!isArgument) {
      code.line("t.value(" + statements.place() + ", " + value + ");");
    }
    return true;
  }

  private boolean patterns(Scope scope) {
    Code code = statements.code();
    code.open("switch ((Object) (" + locks.any(scope) + ")) {");
    for (String type : List.of("App", "Vector<?>", "List<?>", "Locking", "String")) {
      if (random.percent(60)) {
        String name = "v" + random.fresh();
        code.open("case " + type + " " + name + " -> {");
        statements.block(scope.deeper().free().knowing(name), 2);
        code.close("}");
      }
    }
    code.open("case null, default -> {");
    statements.block(scope.deeper().completing(), 1);
    code.close("}");
    code.close("}");
    return true;
  }
}
