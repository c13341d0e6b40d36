// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the JIT makes of rewritten methods. */
final class CompilerScenarios {
  /** A line of -XX:+PrintCompilation about a whole method, not about a loop in it. */
  private static final Pattern COMPILED =
      Pattern.compile(
          "(?m)^ *\\d+ +\\d+ [^%\\n]{5}.* (scenario\\.Huge\\d+::\\w+) \\(\\d+ bytes\\)$");

  /** Statements in a method; about sixteen bytes each, of 8,000 that HotSpot compiles. */
  private static final List<Integer> SIZES = List.of(20, 130, 260, 430);

  private static final String[] HEADS = {
    "int field(Object given, int n) { synchronized (lock) {",
    "int parameter(Object given, int n) { synchronized (given) {",
    "synchronized int method(Object given, int n) { {",
    "static synchronized int fixed(Object given, int n) { {",
    "int both(Object given, int n) { synchronized (lock) { synchronized (given) {",
    "int waiting(Object given, int n) { synchronized (given) { given.notifyAll();",
    "int guarded(Object given, int n) { try { synchronized (given) {",
  };

  private static final int INLINED = 12;
  private static final int LOCALS = 40;

  private CompilerScenarios() {}

  @Torture(
      shows =
          "methods near HotSpot's limit of 8,000 bytes are compiled although it is known only at run"
              + " time how their objects are locked")
  static String hugeCopies(Lab lab) throws Exception {
    List<Path> sources = new ArrayList<>(List.of(Lab.source("HugeApp.java")));
    List<String> main = new ArrayList<>(List.of("scenario.HugeApp"));
    for (int size : SIZES) {
      Path source = lab.directory().resolve("Huge" + size + ".java");
      sources.add(Files.writeString(source, source(size)));
      main.add("scenario.Huge" + size);
    }
    Path classes = lab.compile("classes", List.of(), sources.toArray(Path[]::new));
    StringBuilder outcomes = new StringBuilder();
    outcomes.append(compiled(lab, classes, main, "c1", "-XX:TieredStopAtLevel=1"));
    if (Settings.isLong()) {
      outcomes.append(compiled(lab, classes, main, "c2", "-XX:-TieredCompilation"));
    }
    return outcomes.toString();
  }

  private static String compiled(
      Lab lab, Path classes, List<String> main, String compiler, String option) throws Exception {
    JavaRun run =
        lab.java(compiler)
            .options("-Xbatch", "-XX:+PrintCompilation", option)
            .classPath(List.of(classes))
            .main(main.toArray(String[]::new));
    String outcome = run.run();
    Set<String> methods =
        COMPILED
            .matcher(run.output())
            .results()
            .map((MatchResult line) -> line.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    if (methods.size() < HEADS.length * SIZES.size()) {
      throw new AssertionError(compiler + " compiled only " + methods);
    }
    return outcome + "\n" + compiler + " compiled " + methods + "\n";
  }

  /** A class with an unrolled hash below each kind of lock. */
  private static String source(int statements) {
    StringBuilder source = new StringBuilder("package scenario;\n");
    source.append("public class Huge").append(statements);
    source.append(" {\n  protected Object lock = new Object();\n");
    for (String head : HEADS) {
      source.append("  public ").append(head).append("\n int a = 1, b = 2, c = 3;\n");
      source.append("    for (int i = 0; i < n; i++) {\n");
      for (int i = 0; i < statements; i++) {
        source.append("      ").append("abc".charAt(i % 3)).append(" += (");
        source.append("bca".charAt(i % 3)).append(" ^ i) * 31 + ").append("cab".charAt(i % 3));
        source.append(";\n");
      }
      source.append("    }\n    return a ^ b ^ c;\n  ");
      long open = head.chars().filter(c -> c == '{').count();
      source.append("}".repeat((int) open - (head.contains("try") ? 1 : 0)));
      source.append(head.contains("try") ? " finally { n++; } }\n" : "\n");
    }
    return source.append("}\n").toString();
  }

  @Torture(
      shows =
          "a method with much inlined into it leaves its lock when it is deoptimized in it at the"
              + " end of the stack, by a branch that was never taken")
  static String deoptimizedInLock(Lab lab) throws Exception {
    return deoptimized(lab, 0, "if (trap) { n++; }");
  }

  @Torture(
      shows =
          "a method with much inlined into it leaves its lock when it is deoptimized at the end of"
              + " the stack while it waits there, by a class that is loaded")
  static String deoptimizedWhileWaiting(Lab lab) throws Exception {
    return deoptimized(
        lab,
        2_000,
        "n += shape.area();"
            + " try { if (millis > 0) { LOCK.wait(millis); } }"
            + " catch (InterruptedException e) { throw new IllegalStateException(e); }");
  }

  private static String deoptimized(Lab lab, int millis, String locked) throws Exception {
    Path inlined = lab.directory().resolve("Inlined.java");
    Files.writeString(inlined, inlined(locked));
    Path classes = lab.compile("classes", List.of(), Lab.source("DeoptimizedApp.java"), inlined);
    return lab.java("deoptimized")
        .options("-XX:TieredStopAtLevel=4")
        .classPath(List.of(classes))
        .main("scenario.DeoptimizedApp", String.valueOf(millis))
        .run();
  }

  /** Methods that call each other, whose frames take much of the interpreter's stack. */
  private static String inlined(String locked) {
    StringBuilder source =
        new StringBuilder(
            """
            package scenario;
            public final class Inlined implements DeoptimizedApp.Probe {
              private static final Object LOCK = new Object();
              private static DeoptimizedApp.Shape shape;
              private static boolean trap;
              private static boolean rare;
              private static long millis;
              private static int n;
              public void warm(DeoptimizedApp.Shape s) {
                shape = s;
                for (int i = 0; i < 100_000; i++) { n += l0(i); }
              }
              public void run(boolean t, long m) { trap = t; millis = m; n += l0(1); }
              public Object lock() { return LOCK; }
              public boolean isHeld() { return Thread.holdsLock(LOCK); }
            """);
    for (int i = 0; i < INLINED; i++) {
      source.append("  static int l").append(i).append("(int s) { if (rare) { long a = s;");
      StringBuilder sum = new StringBuilder("a");
      for (int j = 0; j < LOCALS; j++) {
        source.append(" long a").append(j).append(" = a;");
        sum.append(" + a").append(j);
      }
      source.append(" n += (int) (").append(sum).append("); } return l").append(i + 1);
      source.append("(s) + 1; }\n");
    }
    source.append("  static int l").append(INLINED).append("(int s) { synchronized (LOCK) { ");
    return source.append(locked).append(" } return s; }\n}\n").toString();
  }
}
