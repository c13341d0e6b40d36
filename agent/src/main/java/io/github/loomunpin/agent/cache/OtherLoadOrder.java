// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.List;
import java.util.Optional;

/**
 * The answers that there would be if classes were loaded in another order, and some of those that
 * are known now were not loaded yet.
 */
final class OtherLoadOrder implements ModeQuestions {

  private final ModeQuestions live;
  private final String own;
  private final Optional<String> only;

  /**
   * @param own internal name of the class that is rewritten, which is always known
   * @param only the one class that is not known yet; empty if none is but the JDK's
   */
  private OtherLoadOrder(ModeQuestions live, String own, Optional<String> only) {
    this.live = live;
    this.own = own;
    this.only = only;
  }

  /**
   * The likely ones: the JVM loads the superclass when it has read the class, unless another
   * subclass came before.
   *
   * @param live the answers of now
   * @param own internal name of the class that is rewritten
   */
  static List<ModeQuestions> likely(ModeQuestions live, String own) {
    Optional<ClassFacts> facts = live.find(own);
    ModeQuestions nothing = new OtherLoadOrder(live, own, Optional.empty());
    if (facts.isEmpty()) {
      return List.of(nothing);
    }
    Optional<String> superclass = Optional.of(facts.get().superName());
    return List.of(new OtherLoadOrder(live, own, superclass), nothing);
  }

  /** Whether an answer names a class of the application that was loaded already. */
  static boolean dependsOnLoading(Optional<ClassFacts> answer) {
    return answer.isPresent() && !answer.get().jdk() && answer.get().superclass().isPresent();
  }

  @Override
  public Optional<ClassFacts> find(String internalName) {
    Optional<ClassFacts> answer = live.find(internalName);
    boolean isKnown =
        internalName.equals(own) || only.isPresent() && !only.get().equals(internalName);
    return isKnown || !dependsOnLoading(answer) ? answer : Optional.empty();
  }

  @Override
  public Optional<ClassFacts> findInJdk(String internalName) {
    return live.findInJdk(internalName);
  }

  @Override
  public boolean isJdk(String internalName) {
    return live.isJdk(internalName);
  }

  @Override
  public boolean isAddedToJdk(String internalName) {
    return live.isAddedToJdk(internalName);
  }

  @Override
  public boolean mayBeShadowed(String internalName) {
    return live.mayBeShadowed(internalName);
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return live.bytes(internalName);
  }

  @Override
  public boolean isVirtualInJdk(String internalName) {
    return live.isVirtualInJdk(internalName);
  }

  @Override
  public Optional<String> lockingAncestor(String internalName) {
    return live.lockingAncestor(internalName);
  }

  @Override
  public boolean isKeptNative(String internalName) {
    return live.isKeptNative(internalName);
  }

  @Override
  public boolean maySubclassesBeKept() {
    return live.maySubclassesBeKept();
  }
}
