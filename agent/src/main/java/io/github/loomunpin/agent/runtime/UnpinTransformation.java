// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.security.ProtectionDomain;

/**
 * Stands between the JDK and the transformers of all agents. What they put into a method that the
 * agent has rewritten would otherwise run outside the method's lock, and lock natively.
 */
public final class UnpinTransformation {

  private UnpinTransformation() {}

  /**
   * Instead of that of {@code java.lang.instrument.ClassFileTransformer}, which {@code java.base}
   * cannot name.
   *
   * @throws Exception what the transformer throws, which the JDK ignores
   */
  public static byte[] transform(
      Object transformer,
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws Exception {
    return UnpinAgentLink.agent()
        .transform(transformer, module, loader, className, classBeingRedefined, domain, classFile);
  }
}
