// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.VM;

/** The agent's own handle on the runtime: set-up and statistics. */
public final class UnpinControl {

  private UnpinControl() {}

  /** Names the agent that is asked for modes, once, before any rewritten class runs. */
  public static void connect(UnpinAgentLink agent) {
    UnpinAgentLink.set(agent);
    UnpinModeCache.prepare();
  }

  /**
   * Has a loader of the JDK's own find what rewritten code calls.
   *
   * @throws IllegalStateException if it does not
   */
  public static void resolve(ClassLoader loader) {
    try {
      UnpinResolution.resolve(loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the JDK does not find its own classes: " + e, e);
    }
  }

  /** Loads and exercises everything the runtime needs later, so that no lock ever loads a class. */
  public static void warmUp() {
    UnpinWarmUp.exercise();
  }

  /**
   * From now on reflection reaches wait and notify of converted locks, and virtual threads do not
   * starve each other of carriers.
   */
  public static void watch() {
    UnpinWatch.begin();
  }

  /**
   * Asks the agent for modes, after {@link #connect} and before the application runs, so that no
   * lock is the first to do so.
   *
   * @param someClass not the JDK's, and not to be locked
   */
  public static void prepareModes(Class<?> someClass) {
    UnpinModeCache.prepare(someClass);
  }

  /** Whether the JDK has not set virtual threads up yet, for which it reads properties. */
  public static boolean hasNoVirtualThreads() {
    try {
      return UnpinCarriers.hasNoVirtualThreads();
    } catch (ClassNotFoundException e) {
      return true;
    }
  }

  /**
   * Forgets the mode of a class's instances, so that the next lock asks for it. None of them may be
   * locked.
   */
  public static void forgetMode(Class<?> c) {
    UnpinModeCache.forget(c);
  }

  /** Whether this thread may have too little stack left for rewriting a class. */
  public static boolean isStackLow() {
    return UnpinStackRoom.isLowForRewrite();
  }

  /**
   * Throws if this thread has too little stack left for waiting.
   *
   * @throws StackOverflowError if so
   */
  public static void probeStack() {
    UnpinStackRoom.probe();
  }

  /** Number of objects that are held, contended or waited on at this moment. */
  public static long liveLocks() {
    return UnpinLockTable.live();
  }

  /** How many places for locks have been split, since two objects met there all the time. */
  public static int splits() {
    return UnpinLockTable.splits();
  }

  /** How often a thread had to sleep for a lock, in all; nearly, if there are many threads. */
  public static long contendedEntries() {
    return UnpinCounts.entries();
  }

  /** For how long threads have slept for locks, in all. */
  public static long contendedNanos() {
    return UnpinCounts.nanos();
  }

  /** How often a thread has waited to be notified, in all. */
  public static long waits() {
    return UnpinCounts.waits();
  }

  /** A property as the JVM was started with it, also those that are hidden from programs. */
  public static String savedProperty(String key) {
    return VM.getSavedProperty(key);
  }

  /** The loader of a class, for which no security manager asks code of the boot loader. */
  public static ClassLoader loaderOf(Class<?> c) {
    return c.getClassLoader();
  }
}
