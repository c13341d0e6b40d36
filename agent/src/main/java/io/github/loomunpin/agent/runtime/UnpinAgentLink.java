// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * Decides the mode of objects by their exact class. The agent subclasses it once; answers are asked
 * once per class and kept, so they must never change.
 */
public abstract class UnpinAgentLink {

  /** For the agent's subclass. */
  protected UnpinAgentLink() {}

  /** True if instances of exactly this class are locked natively. */
  public abstract boolean isNativeClass(Class<?> c);

  /** True if the {@code Class} object itself is locked natively. */
  public abstract boolean isNativeMirror(Class<?> c);

  /**
   * The class file to define instead, for a hidden class that the agent was not offered; the same
   * one if there is nothing to rewrite.
   */
  public abstract byte[] rewriteHidden(ClassLoader loader, byte[] classFile);

  /** Tells the user one line; called rarely, never while a lock of the runtime is held. */
  public abstract void report(String message);
}
