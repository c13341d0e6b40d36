// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.Mode;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of the application's classes, for the code of each class loader, to which it refers
 * weakly, so that it can be unloaded. Also notices when a class of the JDK's application class
 * loader turns out to be another one than the class file by which code that names it was judged.
 * Safe for any thread.
 */
final class LoaderIndexes {

  private final ModeBasis basis;
  private final BootClasses bootClasses;

  /** The names of each loader's classes, and whether the class was rewritten. */
  private final WeakIdentityMap<ClassLoader, Map<String, Boolean>> defined =
      new WeakIdentityMap<>();

  /** The names of one loader's classes. */
  private record Defined(WeakReference<ClassLoader> loader, Map<String, Boolean> names) {}

  /** Of the last loader, as one mostly defines many classes in a row; null if there is none. */
  private volatile Defined last;

  /** For all code of the JDK's application class loader, of which there is one. */
  private final ClassIndex application;

  LoaderIndexes(ModeBasis basis) {
    this.basis = basis;
    this.bootClasses = new BootClasses(basis.jdkIndex());
    this.application = freshOfApplication();
  }

  private Map<String, Boolean> definedBy(ClassLoader loader) {
    Defined recent = last;
    if (recent != null && loader != null && recent.loader.refersTo(loader)) {
      return recent.names;
    }
    Map<String, Boolean> names = defined.get(loader);
    if (names == null) {
      names = defined.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
    last = new Defined(new WeakReference<>(loader), names);
    return names;
  }

  /** Remembers that a class of that name is this loader's own. */
  void setDefined(ClassLoader loader, String internalName, boolean rewritten) {
    definedBy(loader).put(internalName, rewritten);
  }

  /** Whether a class of that name is known to be this loader's own. */
  boolean isDefined(ClassLoader loader, String internalName) {
    return definedBy(loader).containsKey(internalName);
  }

  /** Whether the JVM was given a rewritten class of that name for this loader. */
  boolean isRewritten(ClassLoader loader, String internalName) {
    return definedBy(loader).getOrDefault(internalName, false);
  }

  /** Whether it was for any loader. */
  boolean isRewritten(String internalName) {
    for (Map<String, Boolean> names : defined.values()) {
      if (names.getOrDefault(internalName, false)) {
        return true;
      }
    }
    return false;
  }

  /** Forgets loaders that are gone. */
  void purge() {
    Defined recent = last;
    if (recent != null && recent.loader.refersTo(null)) {
      last = null;
    }
    defined.purge();
  }

  /**
   * The index for the code of a class, which may be hidden or about to be defined. What it says of
   * the class itself holds in its own code only: a visible class may have the same name, and the
   * JVM may refuse this one. Keeps the loader alive, so it must not be kept.
   */
  ClassIndex forCodeOf(ClassFacts own, ClassLoader loader) {
    return basis.indexForCodeOf(own, loader);
  }

  /** The index for the code of all classes of the JDK's application class loader. */
  ClassIndex ofApplication() {
    return application;
  }

  /** The same, which forgets what was found before. */
  ClassIndex freshOfApplication() {
    return basis.jdkIndex().withApplication(basis.loaders().applicationFiles());
  }

  /**
   * Remembers a class that the JDK's application class loader is defining. The class file on its
   * class path may have been replaced, or the class be made by another agent. Code that was
   * rewritten earlier may have been judged by that file.
   *
   * @return the problem if that has happened
   */
  Optional<String> define(ClassFacts now) {
    Optional<ClassFacts> before = application.add(now);
    return before.isEmpty() ? Optional.empty() : compare(before.get(), now);
  }

  private Optional<String> compare(ClassFacts before, ClassFacts now) {
    if (before.superName().equals(now.superName()) && before.isInterface() == now.isInterface()) {
      return Optional.empty();
    }
    ClassIndex then = freshOfApplication();
    then.add(before);
    Mode judged = basis.rules(then).ofThis(now.name()).mode();
    if (judged == Mode.RUNTIME || judged == basis.rules(application).ofThis(now.name()).mode()) {
      return Optional.empty();
    }
    return Optional.of(
        now.name().replace('/', '.')
            + ": the class path has a class file of that name that extends "
            + before.superName().replace('/', '.')
            + ", not "
            + now.superName().replace('/', '.')
            + ", by which other classes may have been rewritten");
  }

  /**
   * Whether a class of the boot loader may be none of the JDK's own.
   *
   * @param name null for a class that has none
   */
  boolean mayBeAddedToBoot(String name) {
    return bootClasses.mayHaveBeenAdded(name);
  }

  /**
   * Remembers a class that was added to the boot loader.
   *
   * @return whether a class of that name was judged to be virtual before
   */
  boolean addToBoot(String name, byte[] classFile) {
    boolean judgedVirtual =
        application.hasFound(name)
            && !basis.loaders().application().map(app -> isDefined(app, name)).orElse(false)
            && basis.rules(application).ofThis(name).mode() == Mode.VIRTUAL;
    bootClasses.add(classFile);
    return judgedVirtual;
  }
}
