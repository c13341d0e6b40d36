// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Facts about the classes one class loader (or one class path) can see: the JDK's own first, as
 * every loader delegates to it first for {@code java.*}, then the application's. Answers are kept,
 * except that of most names only the loader's own index knows that they are not the JDK's; safe for
 * any thread, and re-entrant, since reading a class may load others.
 */
public final class ClassIndex implements ClassQuestions {

  private static final Optional<ClassFacts> UNKNOWN = Optional.empty();

  /**
   * How many names that are not a JDK class's are remembered; there may be a new one every moment.
   */
  private static final int ABSENT = 1 << 11;

  private final ConcurrentMap<String, Optional<ClassFacts>> jdkFacts;
  private final ConcurrentMap<String, Optional<ClassFacts>> facts = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<String> absentInJdk;
  private final Set<String> addedToJdk;
  private final ClassSource jdk;
  private final ClassSource application;

  public ClassIndex(ClassSource jdk, ClassSource application) {
    this(
        jdk,
        application,
        new ConcurrentHashMap<>(),
        new AtomicReferenceArray<>(ABSENT),
        ConcurrentHashMap.newKeySet());
  }

  private ClassIndex(
      ClassSource jdk,
      ClassSource application,
      ConcurrentMap<String, Optional<ClassFacts>> jdkFacts,
      AtomicReferenceArray<String> absentInJdk,
      Set<String> addedToJdk) {
    this.jdk = jdk;
    this.application = application;
    this.jdkFacts = jdkFacts;
    this.absentInJdk = absentInJdk;
    this.addedToJdk = addedToJdk;
  }

  /** An index over other application classes that shares what is known about the JDK. */
  public ClassIndex withApplication(ClassSource other) {
    return new ClassIndex(jdk, other, jdkFacts, absentInJdk, addedToJdk);
  }

  @Override
  public Optional<ClassFacts> find(String internalName) {
    Optional<ClassFacts> known = facts.get(internalName);
    if (known == null) {
      known = findInJdk(internalName);
      if (known.isEmpty()) {
        known = readOfApplication(internalName);
      }
      // Not computeIfAbsent: reading may come back here for another class.
      facts.put(internalName, known);
    }
    return known;
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    Optional<byte[]> bytes = jdk.bytes(internalName);
    return bytes.isPresent() ? bytes : application.bytes(internalName);
  }

  @Override
  public Optional<ClassFacts> findInJdk(String internalName) {
    Optional<ClassFacts> known = jdkFacts.get(internalName);
    if (known != null) {
      return known;
    }
    int slot = internalName.hashCode() & ABSENT - 1;
    if (internalName.equals(absentInJdk.get(slot))) {
      return UNKNOWN;
    }
    known = readOfJdk(internalName);
    if (known.isPresent()) {
      jdkFacts.put(internalName, known);
    } else {
      absentInJdk.set(slot, internalName);
    }
    return known;
  }

  /** Whether a class of that name was found or added. */
  public boolean hasFound(String internalName) {
    return facts.getOrDefault(internalName, UNKNOWN).isPresent();
  }

  /**
   * Remembers a class that was added to the boot loader at run time. Another class of that name may
   * have been loaded before, or by a loader that does not ask the boot loader.
   */
  public void addToJdk(ClassFacts known) {
    addedToJdk.add(known.name());
    jdkFacts.put(known.name(), Optional.of(known));
  }

  @Override
  public boolean isAddedToJdk(String internalName) {
    return addedToJdk.contains(internalName);
  }

  @Override
  public boolean isJdk(String internalName) {
    return findInJdk(internalName).isPresent();
  }

  @Override
  public boolean mayBeShadowed(String internalName) {
    // The JVM lets nobody but the boot and platform loaders define classes of java.*.
    return !internalName.startsWith("java/")
        && (application.mayShadowJdk() || isAddedToJdk(internalName))
        && isJdk(internalName);
  }

  /**
   * Remembers a class that this loader is about to define, so that it need not be found; returns
   * what was found under that name before, if it was looked for.
   */
  public Optional<ClassFacts> add(ClassFacts known) {
    Optional<ClassFacts> before = facts.put(known.name(), Optional.of(known));
    return before == null ? UNKNOWN : before;
  }

  // A class file that cannot be parsed is an unknown class; callers then decide at run time.

  private Optional<ClassFacts> readOfJdk(String internalName) {
    try {
      Optional<ClassFacts> facts = jdk.facts(internalName);
      return facts.isPresent() ? Optional.of(facts.get().ofJdk()) : UNKNOWN;
    } catch (RuntimeException e) {
      return UNKNOWN;
    }
  }

  private Optional<ClassFacts> readOfApplication(String internalName) {
    try {
      return application.facts(internalName);
    } catch (RuntimeException e) {
      return UNKNOWN;
    }
  }
}
