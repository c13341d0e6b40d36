// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Passes questions on, and takes note of them and of the answers. For the rewriting of one class by
 * one thread.
 */
final class NotedQuestions implements ModeQuestions {

  /** What was asked. */
  record Asked(Question question, String name) {

    /** Not as the JVM would make them for a record, out of method handles. */
    @Override
    public boolean equals(Object object) {
      return object instanceof Asked other && question == other.question && name.equals(other.name);
    }

    @Override
    public int hashCode() {
      return 31 * question.ordinal() + name.hashCode();
    }
  }

  private final ModeQuestions live;
  private final Map<Asked, String> answers = new LinkedHashMap<>();
  private boolean complete = true;
  private boolean loaded;

  NotedQuestions(ModeQuestions live) {
    this.live = live;
  }

  /** Whether all that was asked can be asked again, and had one answer only. */
  boolean areComplete() {
    return complete;
  }

  /** Whether an answer was about a class of the application that happened to be loaded. */
  boolean dependOnLoading() {
    return loaded;
  }

  /** The answers, in the order in which the questions were asked first. */
  Map<Asked, String> answers() {
    return answers;
  }

  private void note(Question question, String name, String answer) {
    String before = answers.putIfAbsent(new Asked(question, name), answer);
    // A class that was defined or added in between, by another thread.
    complete &= before == null || before.equals(answer);
  }

  private boolean noted(Question question, String name, boolean answer) {
    note(question, name, Question.text(answer));
    return answer;
  }

  private Optional<ClassFacts> noted(Question question, String name, Optional<ClassFacts> answer) {
    note(question, name, Question.text(answer));
    loaded |= OtherLoadOrder.dependsOnLoading(answer);
    return answer;
  }

  @Override
  public Optional<ClassFacts> find(String internalName) {
    return noted(Question.FIND, internalName, live.find(internalName));
  }

  @Override
  public Optional<ClassFacts> findInJdk(String internalName) {
    return noted(Question.FIND_IN_JDK, internalName, live.findInJdk(internalName));
  }

  @Override
  public boolean isJdk(String internalName) {
    return noted(Question.IS_JDK, internalName, live.isJdk(internalName));
  }

  @Override
  public boolean isAddedToJdk(String internalName) {
    return noted(Question.IS_ADDED_TO_JDK, internalName, live.isAddedToJdk(internalName));
  }

  @Override
  public boolean mayBeShadowed(String internalName) {
    return noted(Question.MAY_BE_SHADOWED, internalName, live.mayBeShadowed(internalName));
  }

  /** The whole file of another class is nothing to keep; few classes ask for one. */
  @Override
  public Optional<byte[]> bytes(String internalName) {
    complete = false;
    return live.bytes(internalName);
  }

  @Override
  public Optional<String> lockingAncestor(String internalName) {
    Optional<String> answer = live.lockingAncestor(internalName);
    note(Question.LOCKING_ANCESTOR, internalName, Question.textOf(answer));
    return answer;
  }

  @Override
  public boolean isVirtualInJdk(String internalName) {
    return noted(Question.IS_VIRTUAL_IN_JDK, internalName, live.isVirtualInJdk(internalName));
  }

  @Override
  public boolean isKeptNative(String internalName) {
    return noted(Question.IS_KEPT_NATIVE, internalName, live.isKeptNative(internalName));
  }

  @Override
  public boolean maySubclassesBeKept() {
    return noted(Question.MAY_SUBCLASSES_BE_KEPT, "", live.maySubclassesBeKept());
  }
}
