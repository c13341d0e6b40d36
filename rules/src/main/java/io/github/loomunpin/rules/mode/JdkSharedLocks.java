// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.HashSet;
import java.util.Optional;
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
    /** They ask each object for its mode. */
    REWRITE("rewrite "),

    /** They are rewritten and need not ask, since all of these objects are virtual. */
    VIRTUAL("virtual "),
    NATIVE("native "),
    OWN("own ");

    private final String prefix;

    Verdict(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final RuleLines JUDGED = RuleLines.load("jdk-shared-locks.txt");
  private static final RuleLines CLASSES = RuleLines.load("jdk-rewritten.txt");

  private static final String THIS = "this of ";

  /** The simple names of the fields, methods and methods with parameters that are rewritten. */
  private static final Set<String> NAMES = new HashSet<>();

  static {
    for (String line : JUDGED.names()) {
      addName(line, Verdict.REWRITE);
      addName(line, Verdict.VIRTUAL);
    }
  }

  private static void addName(String line, Verdict verdict) {
    if (line.startsWith(verdict.prefix) && !line.contains(THIS)) {
      String origin = anywhere(line.substring(verdict.prefix.length()));
      int end = origin.endsWith("()") ? origin.length() - 2 : origin.length();
      int start = Math.max(origin.lastIndexOf('/'), origin.lastIndexOf(' ', end)) + 1;
      NAMES.add(origin.substring(start, end));
    }
  }

  private JdkSharedLocks() {}

  /** Whether an operand may be rewritten that is, or comes from, a member with this name. */
  static boolean isNameOfRewritten(String simpleName) {
    return NAMES.contains(simpleName);
  }

  /** Whether new objects of a class are locked by code that makes them, and rewritten there. */
  static boolean isNewRewritten(String internalName) {
    String origin = "new " + internalName;
    return isJudged(Verdict.REWRITE, origin) || isJudged(Verdict.VIRTUAL, origin);
  }

  /** Whether one of {@link #classes} is a collection that calls the application while it locks. */
  public static boolean isCollection(String internalName) {
    return isOfCollection(internalName) && CLASSES.contains(internalName);
  }

  /** Whether a class is such a collection, or what one is made of. */
  public static boolean isOfCollection(String internalName) {
    return internalName.startsWith("java/util/concurrent/ConcurrentHashMap")
        || internalName.startsWith("java/util/concurrent/CopyOnWriteArrayList");
  }

  /** Internal names of the classes with such sites, not all of which every JDK has. */
  public static Set<String> classes() {
    return CLASSES.names();
  }

  /**
   * Whether the blocks, waits and notifies of a JDK class on {@code this} are rewritten; its
   * synchronized methods never are.
   */
  public static boolean isThisRewritten(String owner) {
    return isJudged(Verdict.REWRITE, THIS + owner);
  }

  /**
   * What happens to a site of a JDK class.
   *
   * @param owner internal name of the class with the site
   * @param method name of the method with the site
   * @param kind where the operand comes from
   * @param name as in {@link io.github.loomunpin.rules.operand.OperandValue}; the internal name of
   *     the class for a new object
   * @return {@link Verdict#OWN} for whatever is not rewritten because of its name
   */
  static Verdict verdict(ClassQuestions jdk, String owner, String method, Kind kind, String name) {
    if (kind != Kind.FIELD && kind != Kind.STATIC_FIELD) {
      return judgement(origin(owner, method, kind, name)).orElse(Verdict.OWN);
    }
    // Bytecode may name a subclass of the class that declares the field.
    String field = name.substring(name.lastIndexOf('.'));
    if (!isNameOfRewritten(field.substring(1))) {
      return Verdict.OWN; // without a look at the classes above, which may not be loaded
    }
    String at = name.substring(0, name.length() - field.length());
    while (!at.isEmpty()) {
      Optional<Verdict> verdict = judgement("field " + at + field);
      if (verdict.isPresent()) {
        return verdict.get();
      }
      at = jdk.findInJdk(at).map(ClassFacts::superName).orElse("");
    }
    return Verdict.OWN;
  }

  /** What the rule file says of an origin, or of the same one in any class. */
  static Optional<Verdict> judgement(String origin) {
    for (Verdict verdict : Verdict.values()) {
      if (isJudged(verdict, origin) || isJudged(verdict, anywhere(origin))) {
        return Optional.of(verdict);
      }
    }
    return Optional.empty();
  }

  /** Where an operand that is not a field comes from, in the words of the rule file. */
  static String origin(String owner, String method, Kind kind, String name) {
    return switch (kind) {
      case CALL -> "call " + name.substring(name.lastIndexOf('.') + 1) + "() in " + owner;
      case PARAMETER -> "parameter of " + owner + "." + method;
      case THIS -> THIS + owner;
      case NEW -> "new " + name;
      default -> "value in " + owner + "." + method;
    };
  }

  /** An origin without the class in which the operand is locked. */
  static String anywhere(String origin) {
    int in = origin.indexOf(" in ");
    return origin.startsWith("call ") && in > 0 ? origin.substring(0, in) : origin;
  }

  private static boolean isJudged(Verdict verdict, String origin) {
    return JUDGED.contains(verdict.prefix + origin.replace('.', '/'));
  }

  /** The lines of the rule file; for tests. */
  static Set<String> judged() {
    return JUDGED.names();
  }
}
