// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.util.Optional;
import jdk.test.whitebox.WhiteBox;

/** Lets the JVM verify rewritten classes; what it refuses must have been refused before as well. */
final class LinkCheck {

  private final CorpusLoader before;
  private final CorpusLoader after;
  private final Counts counts;

  LinkCheck(CorpusLoader before, CorpusLoader after, Counts counts) {
    this.before = before;
    this.after = after;
    this.counts = counts;
  }

  void check(ChangedClass changed) {
    Optional<Throwable> problem = link(changed.name(), after);
    if (problem.isEmpty()) {
      counts.add(Count.VERIFIED);
      return;
    }
    Optional<Throwable> problemBefore = link(changed.name(), before);
    if (!kind(problem).equals(kind(problemBefore))) {
      counts.failures.add("does not verify: " + changed.name() + ": " + problem.get());
    } else if (problem.get() instanceof NoClassDefFoundError
        || problem.get() instanceof ClassNotFoundException) {
      counts.add(Count.UNVERIFIABLE);
      System.out.println("not verifiable: " + changed.name() + ": " + problem.get());
    } else {
      counts.add(Count.BROKEN_BEFORE);
    }
  }

  private static String kind(Optional<Throwable> problem) {
    return problem.map(Throwable::getClass).map(Class::getName).orElse("");
  }

  private static Optional<Throwable> link(String name, CorpusLoader loader) {
    try {
      WhiteBox.JVM.linkClass(Class.forName(name.replace('/', '.'), false, loader));
      return Optional.empty();
    } catch (LinkageError | ClassNotFoundException | SecurityException e) {
      return Optional.of(e);
    }
  }
}
