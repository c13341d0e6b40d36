// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The source of a program, which is the same for the same seed and compiler. */
record ProgramSource(Compiler compiler, long seed) {
  private static final String TEMPLATE = template();
  private static final int METHODS = 5;

  /** A single call mostly ends soon, by an exception. */
  private static final int TIMES = 20;

  private static final int STATEMENTS = 11;
  private static final int NESTED = 5;

  private static String template() {
    try (InputStream in =
        GeneratedProgram.class.getResourceAsStream("/generated/Program.java.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return "Program" + seed;
  }

  String className() {
    return "generated." + compiler.name() + "." + name();
  }

  String text() {
    Random random = new Random(seed);
    List<Slot> slots = Slot.some(random, name());
    Locks locks = new Locks(random, slots);
    List<MethodShape> shapes = new ArrayList<>();
    for (int i = 0; i < METHODS; i++) {
      shapes.add(MethodShape.some(random, i));
    }
    Statements statements = new Statements(random, locks, compiler, shapes);
    StringBuilder methods = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    for (MethodShape shape : shapes) {
      methods.append("  ").append(shape.head()).append('\n');
      methods.append(method(shape, statements, random)).append("  }\n\n");
      calls.append(call(shape, statements));
    }
    Scope closing = Scope.method(Scope.Self.OTHER, "void", List.of("lock"), 3);
    String pick = slots.stream().map(slot -> pick(slot)).collect(Collectors.joining());
    String all =
        slots.stream()
            .map(slot -> slot.number() == 0 ? "this" : slot.field())
            .collect(Collectors.joining(", "));
    return TEMPLATE
        .replace("CLOSE", statements.body(closing, 3, 4, ""))
        .replace("FIELDS", slots.stream().map(Slot::declaration).collect(Collectors.joining()))
        .replace("{ALL}", "{" + all + "}")
        .replace("PICK", pick)
        .replace("ALONE", calls)
        .replace("METHODS", methods)
        .replace("NESTED", statements.nested())
        .replace("CROWD", new CrowdSource(random, locks).write())
        .replace("PACKAGE", "generated." + compiler.name())
        .replace("NAME", name());
  }

  private static String method(MethodShape shape, Statements statements, Random random) {
    List<String> parameters = List.of("p0", "p1");
    Scope.Self self = shape.isStatic() ? Scope.Self.NONE : Scope.Self.PROGRAM;
    Scope scope = Scope.method(self, shape.result(), parameters, NESTED);
    String end = shape.end(statements.place());
    String again =
        shape.result().equals("void")
            ? "m%d(t, n - 1, p1, p1);"
            : "t.value(" + statements.place() + ", m%d(t, n - 1, p1, p1) == null ? 0 : 1);";
    if (shape.result().equals("int")) {
      again = "t.value(" + statements.place() + ", m%d(t, n - 1, p1, p1));";
    }
    String head = "    if (n > 0 && t.mayCall()) " + again.formatted(shape.number()) + "\n";
    String body = statements.body(scope, 2, STATEMENTS, end);
    return random.percent(30) ? head + body : body;
  }

  private static String pick(Slot slot) {
    String object =
        slot.number() == 0 ? "self" : slot.isStatic() ? slot.field() : "self." + slot.field();
    return "      case %d:\n        return %s;\n".formatted(slot.number(), object);
  }

  private static String call(MethodShape shape, Statements statements) {
    Code code = new Code(2);
    code.open("for (int i = 0; i < " + TIMES + " && t.isShort(); i++) {");
    code.line("t.refill();");
    code.open("try {");
    String call = statements.called(shape);
    code.line(shape.result().equals("int") ? "t.value(-3, " + call + ");" : call + ";");
    code.next("} catch (Throwable e) {");
    code.line("t.caught(" + statements.place() + ", e);");
    code.close("}");
    code.line("t.step(" + statements.place() + ");");
    code.close("}");
    return code.toString();
  }
}
