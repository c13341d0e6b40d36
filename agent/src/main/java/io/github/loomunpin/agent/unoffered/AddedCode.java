// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.Dump;
import io.github.loomunpin.agent.transform.RewrittenAhead;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Optional;

/**
 * The code in the boot and platform loaders that is not the JDK's: on the boot class path, which
 * agents add to as well, in modules that were patched, or defined by a {@code Lookup}. It is
 * rewritten where the object may be one that the application locks, too. Objects of its own classes
 * are native, like all of these loaders.
 *
 * <p>Other agents call such code from the midst of the JDK, perhaps while a thread is inside our
 * lock. It may lock there all the same: nothing of ours is held while a thread parks, is unparked
 * or asks for a mode, and the mode of a plain object, or one of a class of these loaders, is known
 * without reading or loading anything. Only {@code java.base} itself must not come to call the
 * lock, which is made of its classes: what is patched there is named.
 */
final class AddedCode {

  private final VisibleClasses classes;
  private final AgentOptions options;
  private final Outcome outcome;
  private final ModulePatches patches;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final RewrittenAhead ahead = new RewrittenAhead();

  AddedCode(VisibleClasses classes, AgentOptions options, Outcome outcome) {
    this.classes = classes;
    this.options = options;
    this.outcome = outcome;
    this.patches = ModulePatches.ofThisJvm(outcome);
  }

  /** Whether a class of the boot or platform loader is known not to be one of the JDK's. */
  boolean contains(Module module, String className) {
    return module.isNamed() ? patches.contains(module, className) : !OwnClasses.contain(className);
  }

  /** Whether there can be such a class in this module; in most there can be none. */
  boolean mayHave(Module module) {
    return !module.isNamed() || !patches.isEmpty();
  }

  boolean isIn(ClassLoader loader) {
    return loader == null || loader == platform;
  }

  /**
   * The rewritten class file of one of these classes, null if there is nothing to rewrite.
   *
   * @param isNew whether to count it, and to report it
   */
  byte[] rewrite(Module module, byte[] classFile, boolean isNew) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (ahead.isLast(classFile) || !peek.mayNeedRewriting()) {
      return null;
    }
    RewriteResult result = rewrite(classFile, peek);
    if (module == Object.class.getModule()) {
      if (isNew && result.bytes().isPresent()) {
        outcome.unsafe(
            peek.name().replace('/', '.')
                + " is put into java.base by --patch-module, where nothing can be rewritten, and"
                + " locks natively what rewritten code may lock virtually");
      }
      return null;
    }
    if (isNew) {
      tell(peek.name(), classFile, result);
    }
    return result.bytes().orElse(null);
  }

  private RewriteResult rewrite(byte[] classFile, ClassFilePeek peek) {
    return new ClassRewriter(classes.addedRules(peek.name())).rewrite(classFile, peek);
  }

  private void tell(String name, byte[] classFile, RewriteResult result) {
    outcome.seen();
    outcome.add(result);
    Optional<byte[]> bytes = result.bytes();
    if (options.dump().isPresent()) {
      Dump.write(options.dump().get(), name, classFile, bytes, outcome);
    }
  }

  /**
   * The rewritten class file of a class that Java code is going to define in one of these loaders,
   * perhaps in a module of the JDK's, where nothing would tell it from the JDK's own later.
   *
   * @return null if there is nothing to rewrite
   */
  byte[] rewriteAhead(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (!isIn(loader) || !peek.mayNeedRewriting() || OwnClasses.contain(peek.name())) {
      return null;
    }
    Job<RewriteResult> job =
        new Job<>() {
          @Override
          protected RewriteResult work() {
            return rewrite(classFile, peek);
          }
        };
    Job.End end = OwnThreads.run(job, OwnThreads.LONG_MILLIS);
    if (end != Job.End.DONE) {
      Throwable cause =
          end == Job.End.FAILED ? job.thrown() : new IllegalStateException("no thread was free");
      outcome.failed(peek.name(), "a loader of the JDK", cause.toString(), cause);
      return null;
    }
    tell(peek.name(), classFile, job.result());
    byte[] rewritten = job.result().bytes().orElse(null);
    if (rewritten != null) {
      ahead.setLast(rewritten);
    }
    return rewritten;
  }
}
