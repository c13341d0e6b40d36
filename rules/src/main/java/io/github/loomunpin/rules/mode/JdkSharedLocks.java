// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.HashSet;
import java.util.Set;

/**
 * Which monitor instructions, waits and notifies of the JDK's own code lock objects that the
 * application can get hold of, so that they must ask for the mode as the application's code does:
 * the rule files {@code jdk-shared-locks.txt}, by where an operand comes from, and {@code
 * jdk-rewritten.txt}, by class.
 */
public final class JdkSharedLocks {

  /** What happens to the sites that lock objects of one origin. */
  enum Verdict {
    REWRITE("rewrite "),
    NATIVE("native "),
    OWN("own ");

    private final String prefix;

    Verdict(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final RuleLines JUDGED = RuleLines.load("jdk-shared-locks.txt");
  private static final RuleLines CLASSES = RuleLines.load("jdk-rewritten.txt");

  /** The simple names of the fields, methods and methods with parameters that are rewritten. */
  private static final Set<String> NAMES = new HashSet<>();

  static {
    for (String line : JUDGED.names()) {
      if (line.startsWith(Verdict.REWRITE.prefix)) {
        String origin = anywhere(line.substring(Verdict.REWRITE.prefix.length()));
        int end = origin.endsWith("()") ? origin.length() - 2 : origin.length();
        int start = Math.max(origin.lastIndexOf('/'), origin.lastIndexOf(' ', end)) + 1;
        NAMES.add(origin.substring(start, end));
      }
    }
  }

  private JdkSharedLocks() {}

  /** Whether an operand may be rewritten that is, or comes from, a member with this name. */
  static boolean isNameOfRewritten(String simpleName) {
    return NAMES.contains(simpleName);
  }

  /** Internal names of the classes with such sites, not all of which every JDK has. */
  public static Set<String> classes() {
    return CLASSES.names();
  }

  /**
   * Whether a site of a JDK class is rewritten.
   *
   * @param owner internal name of the class with the site
   * @param method name of the method with the site
   * @param name as in {@link io.github.loomunpin.rules.operand.OperandValue}
   */
  static boolean isRewritten(
      ClassQuestions jdk, String owner, String method, Kind kind, String name) {
    if (kind != Kind.FIELD && kind != Kind.STATIC_FIELD) {
      String origin = origin(owner, method, kind, name);
      return isJudged(Verdict.REWRITE, origin) || isJudged(Verdict.REWRITE, anywhere(origin));
    }
    // Bytecode may name a subclass of the class that declares the field.
    String field = name.substring(name.lastIndexOf('.'));
    String at = name.substring(0, name.length() - field.length());
    while (!at.isEmpty()) {
      String origin = "field " + at + field;
      if (isJudged(Verdict.REWRITE, origin)) {
        return true;
      }
      if (isJudged(Verdict.OWN, origin) || isJudged(Verdict.NATIVE, origin)) {
        return false;
      }
      at = jdk.findInJdk(at).map(ClassFacts::superName).orElse("");
    }
    return false;
  }

  /** Where an operand that is no field comes from, in the words of the rule file. */
  static String origin(String owner, String method, Kind kind, String name) {
    return switch (kind) {
      case CALL -> "call " + name.substring(name.lastIndexOf('.') + 1) + "() in " + owner;
      case PARAMETER -> "parameter of " + owner + "." + method;
      default -> "value in " + owner + "." + method;
    };
  }

  /** An origin without the class in which the operand is locked. */
  static String anywhere(String origin) {
    int in = origin.indexOf(" in ");
    return origin.startsWith("call ") && in > 0 ? origin.substring(0, in) : origin;
  }

  static boolean isJudged(Verdict verdict, String origin) {
    return JUDGED.contains(verdict.prefix + origin.replace('.', '/'));
  }

  /** The lines of the rule file; for tests. */
  static Set<String> judged() {
    return JUDGED.names();
  }
}
