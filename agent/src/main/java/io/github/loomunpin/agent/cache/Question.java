// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.Optional;

/**
 * The questions of {@link ModeQuestions} whose answers can be kept, and the answers as text. Two
 * answers have the same text only if they are the same.
 */
enum Question {
  FIND,
  FIND_IN_JDK,
  IS_JDK,
  IS_ADDED_TO_JDK,
  MAY_BE_SHADOWED,
  LOCKING_ANCESTOR,
  IS_KEPT_NATIVE,
  MAY_SUBCLASSES_BE_KEPT,
  IS_VIRTUAL_IN_JDK;

  private static final Question[] ALL = values();

  /**
   * @throws ArrayIndexOutOfBoundsException if there is none
   */
  static Question at(int ordinal) {
    return ALL[ordinal];
  }

  /** The answer of now. */
  String ask(ModeQuestions of, String name) {
    return switch (this) {
      case FIND -> text(of.find(name));
      case FIND_IN_JDK -> text(of.findInJdk(name));
      case IS_JDK -> text(of.isJdk(name));
      case IS_ADDED_TO_JDK -> text(of.isAddedToJdk(name));
      case MAY_BE_SHADOWED -> text(of.mayBeShadowed(name));
      case LOCKING_ANCESTOR -> textOf(of.lockingAncestor(name));
      case IS_VIRTUAL_IN_JDK -> text(of.isVirtualInJdk(name));
      case IS_KEPT_NATIVE -> text(of.isKeptNative(name));
      case MAY_SUBCLASSES_BE_KEPT -> text(of.maySubclassesBeKept());
    };
  }

  static String text(boolean answer) {
    return answer ? "yes" : "no";
  }

  static String textOf(Optional<String> name) {
    return name.isPresent() ? "=".concat(name.get()) : "";
  }

  static String text(Optional<ClassFacts> facts) {
    if (facts.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (Optional<ClassFacts> at = facts; at.isPresent(); at = at.get().superclass()) {
      ClassFacts known = at.get();
      add(known.name(), text);
      add(known.superName(), text);
      text.append(known.access()).append(known.jdk() ? 'j' : 'a');
      text.append(known.interfaces().size()).append('i');
      for (int i = 0; i < known.interfaces().size(); i++) {
        add(known.interfaces().get(i), text);
      }
    }
    return text.toString();
  }

  /** With its length, since a name in a class file may have any character. */
  private static void add(String name, StringBuilder text) {
    text.append(name.length()).append(':').append(name);
  }
}
