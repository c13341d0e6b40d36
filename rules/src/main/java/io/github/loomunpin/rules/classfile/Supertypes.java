// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is above a class, as far as class files can be found. Each caller says what an unknown
 * answer means to it. Loads no class; safe for any thread.
 */
public final class Supertypes {

  /**
   * The end of a walk up the superclasses.
   *
   * @param answer whether it met a class that was looked for; unknown if it met a class without
   *     class file, one of the JDK's names that a loader may use for its own class, or one that is
   *     its own superclass
   * @param at internal name of the class where it ended
   */
  public record End(Answer answer, String at) {}

  private final ClassQuestions index;
  private final boolean ofJdk;

  /** As a class of the application, or one of the JDK, sees them. */
  public Supertypes(ClassQuestions index) {
    this(index, false);
  }

  private Supertypes(ClassQuestions index, boolean ofJdk) {
    this.index = index;
    this.ofJdk = ofJdk;
  }

  /**
   * The supertypes of classes that are known to be those of the boot or platform loader: none is
   * shadowed.
   */
  public static Supertypes ofJdk(ClassQuestions index) {
    return new Supertypes(index, true);
  }

  /** Empty if nothing certain can be said about the class of that name. */
  private Optional<ClassFacts> find(String internalName) {
    if (ofJdk) {
      return index.findInJdk(internalName);
    }
    Optional<ClassFacts> facts = index.find(internalName);
    return facts.isPresent() && index.mayBeShadowed(internalName) ? Optional.empty() : facts;
  }

  /** Looks for the first class for which the predicate holds: the class itself, or one above it. */
  public End firstSuperclass(String internalName, Predicate<String> wanted) {
    String at = internalName;
    Optional<ClassFacts> linked = Optional.empty();
    String before = "";
    int untilNextMark = 1;
    for (int steps = 1; !wanted.test(at); steps++) {
      Optional<ClassFacts> facts = linked.isPresent() ? linked : find(at);
      // A circle comes back to a mark at some time, as the marks get ever farther apart.
      if (facts.isEmpty() || at.equals(before)) {
        return new End(Answer.UNKNOWN, at);
      }
      if (steps == untilNextMark) {
        before = at;
        untilNextMark *= 2;
      }
      if (facts.get().superName().isEmpty()) {
        return new End(Answer.NO, at);
      }
      at = facts.get().superName();
      linked = facts.get().superclass();
    }
    return new End(Answer.YES, at);
  }

  /** Whether a class is another or extends it. */
  public Answer isOrExtends(String internalName, String ancestor) {
    return firstSuperclass(internalName, ancestor::equals).answer();
  }

  /**
   * Whether a class with these direct supertypes is serializable; of other interfaces, facts about
   * loaded classes say nothing.
   *
   * @param superName internal name
   * @param interfaces internal names
   */
  public Answer isSerializable(String superName, List<String> interfaces) {
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>();
    add(superName, interfaces, seen, left);
    Answer answer = Answer.NO;
    while (!left.isEmpty()) {
      String name = left.remove();
      if (name.equals("java/io/Serializable")) {
        return Answer.YES;
      }
      Optional<ClassFacts> facts = find(name);
      if (facts.isEmpty()) {
        answer = Answer.UNKNOWN;
      } else {
        boolean isLoaded = facts.get().superclass().isPresent();
        add(isLoaded ? "" : facts.get().superName(), facts.get().interfaces(), seen, left);
      }
    }
    return answer;
  }

  private static void add(
      String superName, List<String> interfaces, Set<String> seen, Deque<String> left) {
    if (!superName.isEmpty() && seen.add(superName)) {
      left.add(superName);
    }
    for (String name : interfaces) {
      if (seen.add(name)) {
        left.add(name);
      }
    }
  }
}
