// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Optional;

/**
 * Rewrites class files by what is known of the classes that their loaders see, and has that
 * counted. Whatever goes wrong is thrown. Safe for any thread.
 */
final class LoaderRewriting {

  private final ModeBasis basis;
  private final LoaderIndexes indexes;
  private final AgentOptions options;
  private final Outcome outcome;
  private final RewriteCache cache;
  private final Optional<ThreadRewriting> threads;

  LoaderRewriting(
      ModeBasis basis,
      LoaderIndexes indexes,
      RewriteCache cache,
      AgentOptions options,
      Outcome outcome) {
    this.basis = basis;
    this.cache = cache;
    this.indexes = indexes;
    this.options = options;
    this.outcome = outcome;
    this.threads =
        outcome.threads().isPresent()
            ? Optional.of(new ThreadRewriting(options.threads().get(), outcome.threads().get()))
            : Optional.empty();
  }

  /**
   * The class file of a class that is being defined.
   *
   * @param className as the JVM gives it, which is null where a loader defines a class without one
   * @return null if there is nothing to rewrite, and on a dry run
   */
  byte[] rewrite(ClassLoader loader, String className, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (!peek.isReadable() && TrialLoader.isRefused(classFile)) {
      return null; // or what is damaged might be made whole
    }
    String name = className == null ? peek.name() : className;
    ClassFacts own = factsOf(peek, name);
    if (basis.loaders().isApplication(loader)) {
      Optional<String> problem = indexes.define(own);
      if (problem.isPresent()) {
        outcome.unsafe(problem.get());
      }
    }
    see(name);
    if (isLeft(peek)) {
      return null;
    }
    return rewrite(loader, indexFor(own, loader), peek, name, classFile);
  }

  /** The class file of a hidden class; null if there is nothing to rewrite. */
  byte[] rewriteHidden(ClassLoader loader, ClassFilePeek peek, byte[] classFile) {
    see(peek.name());
    if (isLeft(peek)) {
      return null;
    }
    ClassIndex index = indexes.forCodeOf(factsOf(peek, peek.name()), loader);
    return rewrite(loader, index, peek, peek.name(), classFile);
  }

  private void see(String name) {
    outcome.seen(name);
    basis.nativeClasses().see(name);
  }

  /** Whether a glance shows that a class stays as it is, as most do, for which no index is made. */
  private boolean isLeft(ClassFilePeek peek) {
    return threads.isEmpty() && !peek.mayNeedRewriting();
  }

  private byte[] rewrite(
      ClassLoader loader, ClassIndex index, ClassFilePeek peek, String name, byte[] classFile) {
    byte[] threaded = withThreads(index, name, classFile, true);
    boolean hasThreads = threaded != classFile;
    Optional<byte[]> bytes = hasThreads ? Optional.of(threaded) : Optional.empty();
    if (peek.mayNeedRewriting()) {
      ClassFilePeek anew = hasThreads ? ClassFilePeek.at(threaded) : peek;
      RewriteResult result = rewriteMonitors(loader, index, anew, threaded);
      outcome.add(result);
      bytes = result.bytes().isPresent() ? result.bytes() : bytes;
    } else if (!hasThreads) {
      return null;
    }
    writeDump(name, classFile, bytes);
    return options.mode() == AgentOptions.Mode.REWRITE ? bytes.orElse(null) : null;
  }

  private void writeDump(String name, byte[] classFile, Optional<byte[]> bytes) {
    if (options.dump().isPresent()) {
      Dump.write(options.dump().get(), name, classFile, bytes, outcome);
    }
  }

  /** The class file with threads that become virtual, or the same one. */
  private byte[] withThreads(ClassIndex index, String name, byte[] classFile, boolean counted) {
    return threads.isPresent() ? threads.get().rewrite(index, name, classFile, counted) : classFile;
  }

  /** The same without counting it; empty if there is nothing to rewrite. */
  Optional<byte[]> rewriteUncounted(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    ClassIndex index = indexFor(factsOf(peek, peek.name()), loader);
    byte[] threaded = withThreads(index, peek.name(), classFile, false);
    if (threaded == classFile) {
      return rewriteMonitors(loader, classFile);
    }
    Optional<byte[]> bytes = rewriteMonitors(loader, threaded);
    return bytes.isPresent() ? bytes : Optional.of(threaded);
  }

  /** What becomes of a class whose monitors alone are rewritten; empty if it has none. */
  Optional<byte[]> rewriteMonitors(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (!peek.mayNeedRewriting()) {
      return Optional.empty();
    }
    ClassIndex index = indexFor(factsOf(peek, peek.name()), loader);
    return rewriteMonitors(loader, index, peek, classFile).bytes();
  }

  private RewriteResult rewriteMonitors(
      ClassLoader loader, ClassIndex index, ClassFilePeek peek, byte[] classFile) {
    ModeQuestions live = basis.questions(index, loader, peek.name());
    return cache.rewrite(
        peek.name(),
        classFile,
        live,
        new RewriteCache.Rewriting() {
          @Override
          public RewriteResult rewrite(ModeQuestions classes) {
            return new ClassRewriter(new ModeRules(classes)).rewrite(classFile, peek);
          }
        });
  }

  /** A rewriter like that for an application's class, but one whose work is not counted. */
  ClassRewriter rewriter() {
    return new ClassRewriter(basis.rules(indexes.freshOfApplication()));
  }

  /** The class file of a class that this loader has defined, if that is known. */
  Optional<byte[]> classFile(ClassLoader loader, String name) {
    return basis.loaders().classFile(loader, name);
  }

  private ClassIndex indexFor(ClassFacts own, ClassLoader loader) {
    return basis.loaders().isApplication(loader)
        ? indexes.ofApplication()
        : indexes.forCodeOf(own, loader);
  }

  private static ClassFacts factsOf(ClassFilePeek peek, String name) {
    return new ClassFacts(name, peek.superName(), peek.interfaces(), peek.access(), false);
  }
}
