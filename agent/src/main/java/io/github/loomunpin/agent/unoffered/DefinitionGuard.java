// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.transform.Refusal;
import io.github.loomunpin.agent.transform.TrialLoader;
import io.github.loomunpin.rules.classfile.OwnClasses;
import java.util.Optional;
import java.util.function.BiFunction;

/** What the runtime needs to know and to have done while the JDK defines a class. */
final class DefinitionGuard {

  private final BiFunction<ClassLoader, byte[], Optional<byte[]>> tryOut;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /**
   * @param tryOut the rewritten class file; empty if there is nothing to rewrite
   */
  DefinitionGuard(BiFunction<ClassLoader, byte[], Optional<byte[]>> tryOut, Outcome outcome) {
    this.tryOut = tryOut;
    this.outcome = outcome;
  }

  /**
   * @param name with dots or slashes; null if it is not known
   */
  boolean isRewriting(ClassLoader loader, String name) {
    // The agent's own classes come first: deciding about the others may load them.
    return loader != platform
        && !OwnClasses.contain(name)
        && !OwnClasses.containBinary(name)
        && loader.getClass() != TrialLoader.class;
  }

  /** What to throw for a class that the JVM has refused. */
  Throwable refused(ClassLoader loader, byte[] classFile, Throwable refusal) {
    Optional<VirtualMachineError> cause = Refusal.cause(refusal);
    if (cause.isPresent()) {
      return cause.get();
    }
    if (refusal.getClass() == ClassFormatError.class) {
      OwnThreads.run(new Trial(loader, classFile, refusal), OwnThreads.LONG_MILLIS);
    }
    return refusal;
  }

  /** Finds out whose fault it is that the JVM has refused a class file. */
  private final class Trial extends Job<Void> {

    private final ClassLoader loader;
    private final byte[] classFile;
    private final Throwable refusal;

    Trial(ClassLoader loader, byte[] classFile, Throwable refusal) {
      this.loader = loader;
      this.classFile = classFile;
      this.refusal = refusal;
    }

    @Override
    protected Void work() {
      Optional<byte[]> rewritten = tryOut.apply(loader, classFile);
      if (rewritten.isPresent()
          && TrialLoader.accepts(classFile)
          && !TrialLoader.accepts(rewritten.get())) {
        outcome.unsafe(
            MonitorTransformer.nameIn(classFile).replace('/', '.')
                + " cannot be loaded, because the JVM refuses what the agent made of it ("
                + refusal.getMessage()
                + "); exclude it");
      }
      return null;
    }
  }
}
