// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.List;

/** Writes statements that lock an object, ask about its lock, wait or notify. */
final class LockStatements {
  private static final List<String> WAITS =
      List.of("wait(1)", "wait(1)", "wait(0, 1)", "wait(1, 1)", "wait(-1)", "wait(1, 1000000)");

  private final Statements statements;
  private final Random random;
  private final Locks locks;
  private final int release;

  LockStatements(Statements statements, Random random, Locks locks, int release) {
    this.statements = statements;
    this.random = random;
    this.locks = locks;
    this.release = release;
  }

  /** Answers whether the end of the block can be reached. */
  boolean block(Scope scope) {
    Code code = statements.code();
    String lock = locks.any(scope);
    Scope inside = scope.deeper();
    if (random.percent(25)) {
      String name = "v" + random.fresh();
      String type = release >= 10 && !lock.contains("->") ? random.of("var", "Object") : "Object";
      code.line("final " + type + " " + name + " = " + lock + ";");
      lock = name;
    }
    if (release >= 16 && random.percent(10)) {
      String name = "v" + random.fresh();
      code.open("if ((Object) (" + lock + ") instanceof List<?> " + name + ") {");
      code.open("synchronized (" + name + ") {");
      statements.step();
      statements.block(inside.free().knowing(name).holding(name), 2);
      code.close("}");
      code.close("}");
      return true;
    }
    code.open("synchronized (" + lock + ") {");
    if (lock.matches("[\\w.]+|all\\[\\d+\\]|pick\\(\\d+\\)")) {
      inside = inside.holding(lock);
    }
    statements.step();
    boolean completes = statements.block(inside, 1 + random.next(3));
    code.close("}");
    return completes;
  }

  void ask(Scope scope) {
    switch (random.next(6)) {
      case 0 -> asked(scope, "Thread.holdsLock(" + locks.any(scope) + ")");
      case 1 -> asked(scope, "Thread.interrupted()");
      case 2, 3 -> tell(scope);
      default -> await(scope);
    }
  }

  private void asked(Scope scope, String question) {
    statements.code().line("t.held(" + statements.place() + ", " + question + ");");
  }

  private void tell(Scope scope) {
    Code code = statements.code();
    String lock = "(" + locks.held(scope) + ")";
    String name = random.of("notify", "notifyAll");
    boolean guarded = random.percent(92);
    if (guarded) {
      code.open("try {");
    }
    if (random.percent(25)) {
      code.line("done((Act) " + lock + "::" + name + ");");
    } else {
      code.line(lock + "." + name + "();");
    }
    if (guarded) {
      caught(code, "IllegalMonitorStateException");
      code.close("}");
    }
  }

  private void await(Scope scope) {
    Code code = statements.code();
    code.open("if (t.mayWait()) {");
    boolean interrupted = random.percent(20);
    if (interrupted) {
      code.line("Thread.currentThread().interrupt();");
    }
    boolean guarded = random.percent(90);
    code.open("try {");
    String form = interrupted && random.percent(50) ? "wait()" : random.of(WAITS);
    code.line("(" + locks.held(scope) + ")." + form + ";");
    statements.step();
    caught(code, "InterruptedException");
    if (guarded) {
      caught(code, "IllegalMonitorStateException");
    }
    code.close("}");
    code.close("}");
  }

  private void caught(Code code, String type) {
    String name = "e" + random.fresh();
    code.next("} catch (" + type + " " + name + ") {");
    code.line("t.caught(" + statements.place() + ", " + name + ");");
  }
}
