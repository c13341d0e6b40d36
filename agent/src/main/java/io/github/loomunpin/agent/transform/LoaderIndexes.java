// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.Mode;
import java.util.Optional;

/**
 * What is known of the application's classes: an index for each class loader, to which it refers
 * weakly, so that it can be unloaded. Also notices when a class turns out to be another one than
 * the class file by which code that names it was judged. Safe for any thread; keeps no lock while
 * it reads class files, since that runs code of the application's loaders.
 */
final class LoaderIndexes {

  private final ModeBasis basis;
  private final BootClasses bootClasses;
  private final WeakIdentityMap<ClassLoader, Known> loaders = new WeakIdentityMap<>();

  /** What is known of a loader. */
  private record Known(LoaderClasses classes, ClassIndex index) {}

  LoaderIndexes(ModeBasis basis) {
    this.basis = basis;
    this.bootClasses = new BootClasses(basis.jdkIndex());
  }

  /** The index of the classes that this loader sees; the same one each time. */
  ClassIndex of(ClassLoader loader) {
    return known(loader).index();
  }

  private Known known(ClassLoader loader) {
    Known known = loaders.get(loader);
    if (known == null) {
      LoaderClasses classes = new LoaderClasses(loader);
      ClassIndex index = basis.jdkIndex().withApplication(classes);
      known = loaders.putIfAbsent(loader, new Known(classes, index));
    }
    return known;
  }

  /** The class files that this loader shows. */
  LoaderClasses classesOf(ClassLoader loader) {
    return known(loader).classes();
  }

  /** Forgets loaders that are gone. */
  void purge() {
    loaders.purge();
  }

  /** An index of the classes that this loader sees, which forgets what was found before. */
  ClassIndex fresh(ClassLoader loader) {
    return basis.jdkIndex().withApplication(classesOf(loader));
  }

  /**
   * The index for the code of a hidden class. A visible class may have the same name, so what is
   * known of this one is known to it alone.
   */
  ClassIndex ofHidden(ClassLoader loader, String name, byte[] classFile) {
    return basis.jdkIndex().withApplication(classesOf(loader).with(name, classFile));
  }

  /**
   * Remembers a class that the loader is defining.
   *
   * <p>A loader that prefers its own classes but its parent's resources shows another class file
   * than the one it defines. Code that was rewritten earlier may have been judged by that file.
   *
   * @return the problem if that has happened
   */
  Optional<String> define(ClassLoader loader, ClassFacts now) {
    ClassIndex index = of(loader);
    Optional<ClassFacts> before = index.add(now);
    return before.isEmpty() ? Optional.empty() : compare(before.get(), now, index, loader);
  }

  private Optional<String> compare(
      ClassFacts before, ClassFacts now, ClassIndex index, ClassLoader loader) {
    if (before.superName().equals(now.superName()) && before.isInterface() == now.isInterface()) {
      return Optional.empty();
    }
    ClassIndex then = fresh(loader);
    then.add(before);
    Mode judged = basis.rules(then).ofThis(now.name()).mode();
    if (judged == Mode.RUNTIME || judged == basis.rules(index).ofThis(now.name()).mode()) {
      return Optional.empty();
    }
    return Optional.of(
        now.name().replace('/', '.')
            + ": its loader shows a class file of that name that extends "
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
    boolean judgedVirtual = false;
    for (Known known : loaders.values()) {
      ClassIndex index = known.index();
      judgedVirtual |=
          index.hasFoundElsewhere(name) && basis.rules(index).ofThis(name).mode() == Mode.VIRTUAL;
    }
    bootClasses.add(classFile);
    return judgedVirtual;
  }
}
