// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.Optional;

/**
 * Finds out what becomes of one class of the JDK: from the store if it is there, so that nothing of
 * the rewriter need be loaded, else by rewriting it. Safe for any thread.
 */
final class JdkClassRewriter {

  private final JdkStore store = JdkStore.ofThisJar();
  private final ModeBasis basis;
  private final AgentOptions options;
  private final Outcome outcome;

  JdkClassRewriter(ModeBasis basis, AgentOptions options, Outcome outcome) {
    this.basis = basis;
    this.options = options;
    this.outcome = outcome;
  }

  /**
   * The rewritten class file.
   *
   * @param name internal name
   * @throws IllegalStateException if not all of it can be rewritten that has to be
   */
  byte[] rewrite(String name, byte[] classFile) {
    Optional<byte[]> stored = store.rewritten(name, classFile, basis.jdkIndex());
    Optional<byte[]> bytes = stored.isPresent() ? stored : rewrite(classFile);
    if (options.dump().isPresent()) {
      Dump.write(options.dump().get(), name, classFile, bytes, outcome);
    }
    return bytes.get();
  }

  private Optional<byte[]> rewrite(byte[] classFile) {
    RewriteResult result = new ClassRewriter(basis.jdkRules()).rewrite(classFile);
    if (!isWhole(result)) {
      throw new IllegalStateException(
          result.bytes().isEmpty() ? "no site was found" : "" + result.problems() + result.slow());
    }
    return result.bytes();
  }

  /** Whether all of a class was rewritten that had to be. */
  static boolean isWhole(RewriteResult result) {
    return result.bytes().isPresent() && result.problems().isEmpty() && result.slow().isEmpty();
  }
}
