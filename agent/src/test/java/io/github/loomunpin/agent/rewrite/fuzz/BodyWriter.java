// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Writes the body of one method. Follows what the language calls "can complete normally", so that
 * no statement is unreachable.
 */
final class BodyWriter {

  private static final int MAX_DEPTH = 5;

  private final Random random;
  private final StringBuilder out;
  private final int method;
  private final int lastMethod;
  private final LockWriter locks;
  private final ProgramWriter program;
  private final Deque<String> held = new ArrayDeque<>();
  private int ids;
  private int budget;
  private int calls = 2;
  private int loops;
  private int loopDepth;

  BodyWriter(
      Random random,
      StringBuilder out,
      int method,
      int later,
      LockWriter locks,
      ProgramWriter program) {
    this.random = random;
    this.out = out;
    this.method = method;
    this.lastMethod = method + later;
    this.locks = locks;
    this.program = program;
    this.budget = 4 + random.nextInt(14);
  }

  void write() {
    line(1, "long w = x * 3L;");
    line(1, "String s = \"s\" + x;");
    if (block(1)) {
      line(1, "return x + (int) w + s.length();");
    }
  }

  /** Returns whether the statements can complete normally. */
  private boolean block(int depth) {
    int statements = 1 + random.nextInt(3);
    for (int i = 0; i < statements; i++) {
      if (!statement(depth)) {
        return false;
      }
    }
    return true;
  }

  private boolean statement(int depth) {
    if (depth > MAX_DEPTH || --budget < 0) {
      return leaf(depth);
    }
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4, 5 -> sync(depth);
      case 6, 7, 8 -> tryStatement(depth);
      case 9 -> loop(depth);
      case 10 -> conditional(depth);
      case 11 -> switchStatement(depth);
      case 12 -> program.has(21) ? switchExpression(depth) : sync(depth);
      default -> leaf(depth);
    };
  }

  private boolean leaf(int depth) {
    switch (random.nextInt(14)) {
      case 0, 1, 2, 3 -> line(depth, "Probe.at(" + id() + ");");
      case 4 -> line(depth, "x += Probe.at(" + id() + ", x) % 3 + 1;");
      case 5 -> line(depth, "w = w * 3 + x; s = s + w % 7;");
      case 6 -> line(depth, "o = " + locks.any() + ";");
      case 7 ->
          line(
              depth,
              "Probe.note(" + id() + ", String.valueOf(Thread.holdsLock(" + locks.any() + ")));");
      case 8 -> line(depth, signalled() + (random.nextBoolean() ? ".notify();" : ".notifyAll();"));
      case 9 -> {
        String time = random.nextBoolean() ? "1L" : "0L, 1";
        line(depth, "Probe.interrupt(); " + signalled() + ".wait(" + time + ");");
      }
      case 10, 11 -> call(depth);
      case 12 -> {
        return jump(depth);
      }
      default -> line(depth, "Probe.note(" + id() + ", s + w + x);");
    }
    return true;
  }

  /** Mostly a lock that is held: without it the program ends here. */
  private String signalled() {
    boolean any = held.isEmpty() || random.nextInt(8) == 0;
    String lock = any ? locks.any() : held.getLast();
    // What has another value, or none, the next time cannot be held.
    return lock.contains("Probe") || lock.startsWith("new") ? "((Object) l.bean)" : lock;
  }

  private boolean jump(int depth) {
    String jump =
        switch (random.nextInt(loopDepth > 0 ? 4 : 2)) {
          case 0 -> "return x + 5;";
          case 1 ->
              "throw new " + (random.nextBoolean() ? "Boom" : "Boom.Checked") + "(" + id() + ");";
          case 2 -> "break;";
          default -> "continue;";
        };
    if (random.nextBoolean() || depth < 2) {
      line(depth, "if ((x & 1) == " + random.nextInt(2) + ") " + jump);
      return true;
    }
    line(depth, jump);
    return false;
  }

  private void call(int depth) {
    if (calls == 0 || method >= lastMethod || loopDepth > 1) {
      line(depth, "Probe.at(" + id() + ");");
      return;
    }
    calls--;
    int callee = method + 1 + random.nextInt(lastMethod - method);
    line(depth, "x += (int) m" + callee + "(l, " + locks.any() + ", x & 7);");
  }

  private boolean sync(int depth) {
    String lock = locks.lock(id());
    line(depth, "synchronized (" + lock + ") {");
    held.addLast(lock);
    boolean completes = random.nextInt(12) == 0 || block(depth + 1);
    held.removeLast();
    line(depth, "}");
    return completes;
  }

  private boolean tryStatement(int depth) {
    boolean resource = program.has(8) && random.nextInt(5) == 0;
    line(
        depth,
        resource ? "try (Probe.Resource r" + id() + " = Probe.open(" + id() + ")) {" : "try {");
    boolean completes = !resource && random.nextInt(4) == 0 ? noThrow(depth + 1) : block(depth + 1);
    boolean caught = false;
    String[] types = {"Boom", "RuntimeException", "Exception", "Throwable"};
    for (int i = random.nextInt(types.length + 1); i < types.length; i += 1 + random.nextInt(3)) {
      caught = true;
      String e = "e" + id();
      line(depth, "} catch (" + types[i] + " " + e + ") {");
      line(depth + 1, "Probe.caught(" + id() + ", " + e + ");");
      if (random.nextInt(4) == 0) {
        line(depth + 1, "throw " + e + ";");
      } else {
        completes |= block(depth + 1);
      }
    }
    if (!caught && !resource || random.nextInt(3) == 0) {
      line(depth, "} finally {");
      boolean finishes = random.nextInt(6) == 0 ? block(depth + 1) : sync(depth + 1);
      completes &= finishes;
    }
    line(depth, "}");
    return completes;
  }

  /** A body for whose handlers there is nothing to catch, but for the verifier. */
  private boolean noThrow(int depth) {
    switch (random.nextInt(4)) {
      case 0 -> line(depth, "x = 5;");
      case 1 -> line(depth, "w = x;");
      case 2 -> line(depth, "int n" + id() + " = x; x++;");
      default -> {
        if (loopDepth > 0) {
          line(depth, "if (x > 3) " + (random.nextBoolean() ? "break;" : "continue;"));
        }
      }
    }
    return true;
  }

  private boolean loop(int depth) {
    int loop = loops++;
    loopDepth++;
    line(depth, "for (int i" + loop + " = 0; i" + loop + " < 2; i" + loop + "++) {");
    block(depth + 1);
    line(depth, "}");
    loopDepth--;
    return true;
  }

  private boolean conditional(int depth) {
    line(depth, "if ((x & 2) == 0) {");
    boolean completes = block(depth + 1);
    boolean hasElse = random.nextBoolean();
    if (hasElse) {
      line(depth, "} else {");
      completes |= block(depth + 1);
    }
    line(depth, "}");
    return completes || !hasElse;
  }

  private boolean switchStatement(int depth) {
    int before = loopDepth;
    // A jump out of a loop from within a switch would need a label.
    loopDepth = 0;
    line(depth, "switch (x & 3) {");
    int[] keys = random.nextBoolean() ? new int[] {0, 1, 2} : new int[] {0, 1000};
    for (int key : keys) {
      line(depth, "case " + key + ":");
      if (block(depth + 1) && random.nextInt(3) > 0) {
        line(depth + 1, "break;");
      }
    }
    line(depth, "}");
    loopDepth = before;
    return true;
  }

  /**
   * The operand stack holds x, and what the constructor is called on, while the monitor is held.
   */
  private boolean switchExpression(int depth) {
    int before = loopDepth;
    loopDepth = 0;
    line(depth, "x = x + new Boom(switch (x & 1) {");
    line(depth, "case 0 -> {");
    line(depth + 1, "synchronized (" + locks.lock(id()) + ") {");
    line(depth + 2, "Probe.at(" + id() + ");");
    line(
        depth + 2,
        "yield new StringBuilder((x & 2) == 0 ? 1 : Probe.at(" + id() + ", 2)).length();");
    line(depth + 1, "}");
    line(depth, "}");
    line(depth, "default -> Probe.at(" + id() + ", 3);");
    line(depth, "}).getMessage().length();");
    loopDepth = before;
    return true;
  }

  private int id() {
    return method * 100 + ids++;
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth + 1)).append(text).append('\n');
  }
}
