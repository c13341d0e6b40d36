// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.List;

/**
 * What the runtime asks of the agent. The runtime is in {@code java.lang} and cannot name the
 * agent's classes, so the agent subclasses this one and hands the only instance over at start-up.
 */
public abstract class UnpinAgentLink {

  private static UnpinAgentLink agent;

  /** For the agent's subclass. */
  protected UnpinAgentLink() {}

  /** The agent, once {@link #set} was called. */
  static UnpinAgentLink agent() {
    return agent;
  }

  static void set(UnpinAgentLink link) {
    if (agent != null) {
      throw new IllegalStateException("the runtime has an agent already");
    }
    agent = link;
  }

  /**
   * True if instances of exactly this class are locked natively. This is asked once for each class
   * and the answer is kept, so it must never change.
   */
  public abstract boolean isNativeClass(Class<?> c);

  /** True if the {@code Class} object itself is locked natively; asked once, like the other. */
  public abstract boolean isNativeMirror(Class<?> c);

  /**
   * The class file to define instead, for a hidden class that the agent was not offered; the same
   * one if there is nothing to rewrite.
   */
  public abstract byte[] rewriteHidden(ClassLoader loader, byte[] classFile);

  /**
   * The class file to define instead, for a class that Java code adds to the boot or platform
   * loader; null if there is nothing to rewrite.
   */
  public abstract byte[] rewriteAdded(ClassLoader loader, byte[] classFile);

  /**
   * Whether the agent rewrites a class that is about to be defined.
   *
   * @param name with dots or slashes; null if the loader does not say it
   */
  public abstract boolean isRewriting(ClassLoader loader, String name);

  /**
   * The class file to define instead, where this thread has too little stack for the JVM to offer
   * the class; null if there is nothing to rewrite.
   *
   * @throws StackOverflowError if it could not be rewritten either
   */
  public abstract byte[] rewriteAhead(ClassLoader loader, byte[] classFile);

  /** Whether the JVM has offered a class that was just defined. */
  public abstract boolean wasOffered(Class<?> c);

  /** Tells the user of a class that was defined without having been offered. */
  public abstract void reportUnoffered(Class<?> c, byte[] classFile);

  /**
   * Calls a {@code java.lang.instrument.ClassFileTransformer}, and rewrites what it has put into a
   * class that is rewritten already.
   *
   * @return null if the class file stays as it is
   * @throws Exception what the transformer throws
   */
  public abstract byte[] transform(
      Object transformer,
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws Exception;

  /**
   * The flags of a class's methods as its loader has declared them, by their places in the array;
   * -1 for a method that the loader has not declared. Null if the agent has changed none of them.
   */
  public abstract int[] declaredFlags(Class<?> c, ClassLoader loader, Method[] methods);

  /** Whether a loader has defined rewritten code and was not asked yet for what that calls. */
  public abstract boolean isUnresolved(ClassLoader loader);

  /** Notes that code of this loader can call the runtime without asking the loader. */
  public abstract void setResolved(ClassLoader loader);

  /** Tells the user of a loader that does not find the runtime, which is not asked again. */
  public abstract void setUnresolvable(ClassLoader loader, Throwable problem);

  /**
   * What to throw for a class that the JVM has refused to define.
   *
   * @param refusal what the JVM has thrown
   */
  public abstract Throwable refused(ClassLoader loader, byte[] classFile, Throwable refusal);

  /**
   * Tells the user if the JVM has refused to verify a class that the agent has rewritten.
   *
   * @param message of the {@link VerifyError} that is being made, perhaps null
   */
  public abstract void notVerified(String message);

  /** Lets the agent look after what only shows in the course of time; ten times a second. */
  public abstract void lookAfter();

  /** Notes that carriers were added, because the others stood still or were busy for too long. */
  public abstract void addedCarriers(int number);

  /**
   * Notes that carriers have run the same virtual threads for long, while others wait for one.
   * Called on the thread that helps them, so it must not wait for anything.
   *
   * @param nanos for how long
   * @param carriers how many there are
   * @param mounted their virtual threads, as far as they are known
   */
  public abstract void standsStill(long nanos, int carriers, List<Thread> mounted);

  /** Tells the user one line; called rarely, never while a lock of the runtime is held. */
  public abstract void report(String message);
}
