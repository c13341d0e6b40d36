// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The answers for classes that see what an index has.
 *
 * @param keepNative internal names whose objects (and those of subclasses) stay native
 * @param maySubclassesBeKept whether {@code keepNative} may hold for a subclass of a class for
 *     which it does not hold
 */
public record ModeAnswers(
    ClassIndex index, JdkMonitors jdk, Predicate<String> keepNative, boolean maySubclassesBeKept)
    implements ModeQuestions {

  /** Not a lambda: what those are made of is loaded by nothing else while the agent starts. */
  private static final Predicate<String> NONE =
      new Predicate<>() {
        @Override
        public boolean test(String internalName) {
          return false;
        }
      };

  /**
   * The answers for the code of the JDK's own loaders.
   *
   * @param index of a JDK, without an application
   */
  public static ModeAnswers ofJdk(ClassIndex index, JdkMonitors jdk) {
    return new ModeAnswers(index, jdk, NONE, false);
  }

  @Override
  public Optional<ClassFacts> find(String internalName) {
    return index.find(internalName);
  }

  @Override
  public Optional<ClassFacts> findInJdk(String internalName) {
    return index.findInJdk(internalName);
  }

  @Override
  public boolean isJdk(String internalName) {
    return index.isJdk(internalName);
  }

  @Override
  public boolean isAddedToJdk(String internalName) {
    return index.isAddedToJdk(internalName);
  }

  @Override
  public boolean mayBeShadowed(String internalName) {
    return index.mayBeShadowed(internalName);
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return index.bytes(internalName);
  }

  @Override
  public Optional<String> lockingAncestor(String internalName) {
    return jdk.lockingAncestor(internalName);
  }

  @Override
  public boolean isVirtualInJdk(String internalName) {
    return jdk.isVirtual(internalName);
  }

  @Override
  public boolean isKeptNative(String internalName) {
    return keepNative.test(internalName);
  }
}
