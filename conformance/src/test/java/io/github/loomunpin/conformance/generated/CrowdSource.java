// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.List;

/**
 * Writes what several threads do at once, with locks in one order so that no two wait in a circle.
 */
final class CrowdSource {
  private static final int SECTIONS = 3;

  private final Random random;
  private final Locks locks;
  private final Code code = new Code(1);

  CrowdSource(Random random, Locks locks) {
    this.random = random;
    this.locks = locks;
  }

  String write() {
    code.line("@Override");
    code.open("public void together(final Crowd.Member m) throws Exception {");
    Scope here = scope(Scope.Self.PROGRAM, List.of());
    for (int i = 0; i < SECTIONS; i++) {
      code.open("try {");
      code.line("s" + i + "(m, " + locks.of(random.of(locks.slots()), here) + ");");
      code.next("} catch (Failure e) {");
      code.line("Thread.yield();");
      code.close("}");
    }
    code.close("}");
    for (int i = 0; i < SECTIONS; i++) {
      method(i);
    }
    turns();
    return code.toString();
  }

  private static Scope scope(Scope.Self self, List<String> variables) {
    Scope scope = Scope.method(self, "int", variables, 4);
    return scope.asking("m");
  }

  private void method(int number) {
    boolean isStatic = random.percent(50);
    code.line("");
    String modifier = isStatic ? "static " : "";
    code.open(
        modifier + "int s" + number + "(final Crowd.Member m, final Object p) throws Exception {");
    Scope scope = scope(isStatic ? Scope.Self.NONE : Scope.Self.PROGRAM, List.of());
    String label = "L" + random.fresh();
    code.open(label + ": for (int i = 0; i < 2; i++) {");
    section(scope.labelled(label, true), random.next(3));
    code.close("}");
    code.line("return 0;");
    code.close("}");
  }

  /** Locks an object with at least that number, and those inside it with higher ones. */
  private void section(Scope scope, int least) {
    if (least >= locks.slots().size()) {
      code.line("Thread.yield();");
      return;
    }
    int number = least + random.next(Math.min(3, locks.slots().size() - least));
    Slot slot = locks.slots().get(number);
    if (slot.isLocking() && random.percent(50)) {
      code.open("((Locking) (" + locks.of(slot, scope) + ")).within(() -> {");
      Scope inside = scope.inBody(scope.self(), "int");
      guarded(inside, number);
      code.line("return 1;");
      code.close("});");
      return;
    }
    code.open("synchronized (" + locks.of(slot, scope) + ") {");
    guarded(scope.deeper(), number);
    code.close("}");
  }

  private void guarded(Scope scope, int number) {
    code.line("m.enter(" + number + ");");
    code.open("try {");
    if (random.percent(30)) {
      again(scope, number);
    }
    int inside = scope.depth() <= 0 ? 0 : 1 + random.next(2);
    for (int i = 0; i < inside; i++) {
      section(scope.deeper(), number + 1);
    }
    code.line("Thread.yield();");
    code.line("if (m.rarely()) " + jump(scope));
    code.next("} finally {");
    code.line("m.leave(" + number + ");");
    code.close("}");
  }

  /** Locks what is already locked. */
  private void again(Scope scope, int number) {
    code.open("synchronized (" + locks.of(locks.slots().get(number), scope) + ") {");
    code.line("m.enter(" + number + ");");
    code.line("m.leave(" + number + ");");
    code.close("}");
  }

  private String jump(Scope scope) {
    String leave = "return " + random.next(9) + ";";
    String thrown = "throw new Failure(\"thrown\");";
    if (scope.loops().isEmpty()) {
      return random.of(leave, thrown);
    }
    String label = random.of(scope.loops());
    return random.of(leave, thrown, "break " + label + ";", "continue " + label + ";");
  }

  private void turns() {
    int first = 2 + random.next(locks.slots().size() - 3);
    int second = first + 1;
    code.line("");
    code.line("@Override");
    code.open("public int[] turns() {");
    code.line("return new int[] {" + first + ", " + second + "};");
    code.close("}");
    code.line("");
    code.line("@Override");
    code.open("public void turn(final Crowd.Member m, int which) throws Exception {");
    code.open("if (which == 0) {");
    turn(locks.slots().get(first), 0, "notifyAll");
    code.next("} else {");
    // Two threads wait, so that it does not matter which of them is woken.
    turn(locks.slots().get(second), 1, random.of("notify", "notifyAll"));
    code.close("}");
    code.close("}");
  }

  private void turn(Slot slot, int which, String wake) {
    Scope scope = scope(Scope.Self.PROGRAM, List.of());
    code.open("synchronized (" + locks.of(slot, scope) + ") {");
    code.open("while (!m.isNext(" + which + ")) {");
    String wait = random.of("wait()", "wait()", "wait(600000)", "wait(600000, 1)");
    code.line("(" + locks.of(slot, scope) + ")." + wait + ";");
    code.close("}");
    code.line("m.pass(" + which + ");");
    code.line("(" + locks.of(slot, scope) + ")." + wake + "();");
    code.close("}");
  }
}
