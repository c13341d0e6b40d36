// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.util.Optional;

/** What the runtime needs to know and to have done while the JDK defines a class. */
final class Definitions {

  /** What becomes of a class file. */
  interface Rewriting {

    /** The rewritten class file; empty if there is nothing to rewrite. Nothing is counted. */
    Optional<byte[]> rewriteUncounted(ClassLoader loader, byte[] classFile);
  }

  private final Rewriting rewriting;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  Definitions(Rewriting rewriting, Outcome outcome) {
    this.rewriting = rewriting;
    this.outcome = outcome;
  }

  /**
   * @param name with dots or slashes; null if it is not known
   */
  boolean isRewriting(ClassLoader loader, String name) {
    // The agent's own classes come first: deciding about the others may load them.
    return loader != platform
        && !MonitorTransformer.isOwn(name)
        && !MonitorTransformer.isOwnBinaryName(name)
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
      Optional<byte[]> rewritten = rewriting.rewriteUncounted(loader, classFile);
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
