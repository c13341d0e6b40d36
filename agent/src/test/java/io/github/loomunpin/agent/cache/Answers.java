// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers that a test chooses. */
final class Answers implements ModeQuestions {

  /** The superclass of each known class of the application. */
  final Map<String, String> superNames = new HashMap<>();

  /** Which of them are known because they are loaded already. */
  final Set<String> loaded = new HashSet<>();

  boolean shadowed;
  boolean kept;

  @Override
  public Optional<ClassFacts> find(String internalName) {
    Optional<ClassFacts> jdk = findInJdk(internalName);
    return jdk.isPresent()
        ? jdk
        : Optional.ofNullable(superNames.get(internalName))
            .map(
                above ->
                    new ClassFacts(
                        internalName,
                        above,
                        List.of(),
                        0x21,
                        false,
                        loaded.contains(internalName) ? find(above) : Optional.empty()));
  }

  @Override
  public Optional<ClassFacts> findInJdk(String internalName) {
    return isJdk(internalName)
        ? Optional.of(
            new ClassFacts(
                internalName,
                internalName.equals("java/lang/Object") ? "" : "java/lang/Object",
                List.of(),
                1,
                true))
        : Optional.empty();
  }

  @Override
  public boolean isJdk(String internalName) {
    return internalName.startsWith("java/");
  }

  @Override
  public boolean isAddedToJdk(String internalName) {
    return false;
  }

  @Override
  public boolean mayBeShadowed(String internalName) {
    return shadowed;
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return Optional.empty();
  }

  @Override
  public Optional<String> lockingAncestor(String internalName) {
    return internalName.equals("java/util/Vector")
        ? Optional.of("java/util/Vector")
        : Optional.empty();
  }

  @Override
  public boolean isVirtualInJdk(String internalName) {
    return internalName.equals("java/util/HashMap");
  }

  @Override
  public boolean isKeptNative(String internalName) {
    return kept;
  }

  @Override
  public boolean maySubclassesBeKept() {
    return false;
  }
}
