// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import java.util.Random;

/**
 * Writes a random Java program of nested monitors, loops, handlers and jumps that ends soon. The
 * same seed gives the same program.
 */
final class ProgramWriter {

  private static final int METHODS = 4;

  private final Random random;
  private final int javaVersion;
  private final String name;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param javaVersion what the source may use: 4, 8 or 21
   */
  ProgramWriter(long seed, String name, int javaVersion) {
    this.random = new Random(seed);
    this.name = name;
    this.javaVersion = javaVersion;
  }

  String write() {
    out.append("package fuzz;\n")
        .append("import io.github.loomunpin.agent.rewrite.program.*;\n")
        .append("public class ")
        .append(name)
        .append(" implements Program {\n")
        .append("  private final Object own = new Object();\n")
        .append("  private final Object second = new Object();\n")
        .append("  final Object open = new Object();\n")
        .append("  static final Object STATIC = new Object();\n")
        .append("  private static final Object OWN_STATIC = new Object();\n")
        .append("  public Object run(Locks l) throws Throwable {\n")
        .append("    return Integer.valueOf((int) m0(l, l.plain, 1));\n")
        .append("  }\n");
    int calls = METHODS;
    // A static method calls those behind it, so they are static as well.
    int firstStatic = 1 + random.nextInt(METHODS + 2);
    for (int i = 0; i < METHODS; i++) {
      boolean isStatic = i >= firstStatic;
      boolean isSynchronized = i > 0 && random.nextInt(2) == 0;
      out.append("  ")
          .append(random.nextBoolean() ? "private " : "")
          .append(isStatic ? "static " : "")
          .append(isSynchronized ? "synchronized " : "")
          .append(returnType(i))
          .append(" m")
          .append(i)
          .append("(Locks l, Object o, int x) throws Throwable {\n");
      BodyWriter body =
          new BodyWriter(random, out, i, --calls, new LockWriter(random, name, isStatic), this);
      body.write();
      out.append("  }\n");
    }
    return out.append("}\n").toString();
  }

  static String returnType(int method) {
    return method % 2 == 0 ? "int" : "long";
  }

  boolean has(int version) {
    return javaVersion >= version;
  }
}
