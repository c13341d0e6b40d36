// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** What is told to the agent of threads that rewritten code makes; the agent subclasses it. */
public abstract class UnpinThreadLink {

  /** For the agent's subclass. */
  protected UnpinThreadLink() {}

  /**
   * A thread was made virtual. Called on the thread that makes it, before it is started.
   *
   * @param name of the thread
   * @param maker class and method that made it
   * @param label what to call it, if it was given no name; empty otherwise
   */
  public abstract void madeVirtual(String name, String maker, String label);

  /**
   * A thread stays what it is.
   *
   * @param name of the thread
   * @param maker class and method that made it
   * @param reason in words that follow "a thread that"
   */
  public abstract void left(String name, String maker, String reason);
}
