// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.rewrite.DoubleLocking;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.transform.DefinedMeanwhile;
import io.github.loomunpin.agent.unoffered.JdkRewriting;
import io.github.loomunpin.agent.unoffered.UnofferedClasses;
import io.github.loomunpin.agent.visible.NativeClasses;
import io.github.loomunpin.rules.classfile.OwnClasses;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what the threads of other agents do while this agent starts: what they load or lock at
 * that moment is native. Such a thread may wait for this one, or work for ever, so no wait is long.
 */
final class OtherThreads {

  /** The time between two looks. */
  private static final long PAUSE_NANOS = 10_000_000;

  /** The longest wait for a thread that is seen to load or define a class: it soon has done so. */
  private static final long MOST_LOADING_NANOS = 3_000_000_000L;

  /** The longest wait for the others, which may load classes or run the JDK's code all the time. */
  private static final long MOST_NANOS = 300_000_000;

  private static final Set<String> OF_JVM =
      Set.of("Reference Handler", "Finalizer", "Signal Dispatcher", "Common-Cleaner");

  private OtherThreads() {}

  /**
   * Finds out which classes are loaded before the first one is rewritten: another thread may be
   * loading some at this moment, which the JVM offers to the transformer or does not.
   *
   * @return all classes that are loaded
   */
  static Class<?>[] settle(
      Instrumentation instrumentation,
      NativeClasses natives,
      UnofferedClasses unoffered,
      DefinedMeanwhile meanwhile) {
    long begin = System.nanoTime();
    while (true) {
      // Before the classes are asked for: a definition that ends in between is among them.
      boolean isDefined = isAnyDefining();
      Class<?>[] loaded = instrumentation.getAllLoadedClasses();
      unoffered.setLoadedBefore(loaded);
      boolean areNew = natives.addLoadedBefore(loaded) > 0;
      if (!areNew && !isDefined && meanwhile.endIfLoaded(loaded)) {
        return loaded;
      }
      if (System.nanoTime() - begin > (isDefined ? MOST_LOADING_NANOS : MOST_NANOS)) {
        meanwhile.end(natives);
        return loaded;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** The superclass may still be loaded, or another agent be asked. */
  private static boolean isAnyDefining() {
    for (StackTraceElement[] stack : stacks().values()) {
      for (StackTraceElement frame : stack) {
        if (frame.isNativeMethod() && frame.getMethodName().startsWith("defineClass")) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Waits until no other thread runs code of the JDK that is about to be rewritten: a lock that it
   * has taken by the old code would not keep others out of the new code.
   */
  static void awaitOutside(JdkRewriting jdk) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < longestWait(jdk)) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** In nanoseconds; 0 if no other thread runs such code. */
  private static long longestWait(JdkRewriting jdk) {
    long most = 0;
    for (StackTraceElement[] stack : stacks().values()) {
      for (StackTraceElement frame : stack) {
        String type = frame.getClassName();
        if (frame.getMethodName().startsWith("loadClass")
            && (type.equals("java.lang.ClassLoader") || type.startsWith("jdk.internal.loader."))) {
          return MOST_LOADING_NANOS;
        }
        if (jdk.rewrites(type)) {
          most = MOST_NANOS;
        }
      }
    }
    return most;
  }

  /**
   * Converts the collections of the JDK that call the application while they lock. Where other
   * threads may be in the midst of that, they lock in both ways until all have left the code that
   * was there before.
   *
   * @return why they stay native; empty if they do not
   */
  static Optional<String> convertCollections(JdkRewriting jdk, Outcome outcome) {
    if (areOnlyOfJvm()) {
      Optional<String> why = jdk.lockCollections(JdkRewriting.Collections.CONVERTED);
      if (why.isEmpty() && isAnyInCollection()) {
        outcome.unsafe(
            "a thread of the JVM was in the middle of a concurrent collection while the agent"
                + " changed how these lock");
      }
      return why;
    }
    if (!UnpinControl.hasNoVirtualThreads()) {
      return Optional.of("virtual threads have been started, whose stacks the JVM does not show");
    }
    Optional<String> why = jdk.lockCollections(JdkRewriting.Collections.TWICE);
    if (why.isPresent()) {
      return why;
    }
    long begin = System.nanoTime();
    while (isAnyInCollection()) {
      if (System.nanoTime() - begin > MOST_LOADING_NANOS) {
        jdk.lockCollections(JdkRewriting.Collections.NATIVE);
        return Optional.of("another thread was in the middle of one for long");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return jdk.lockCollections(JdkRewriting.Collections.CONVERTED);
  }

  /** In the code that locks natively alone. */
  private static boolean isAnyInCollection() {
    for (StackTraceElement[] stack : stacks().values()) {
      for (StackTraceElement frame : stack) {
        if (frame.getLineNumber() != DoubleLocking.LINE
            && JdkRewriting.isCollection(frame.getClassName())) {
          return true;
        }
      }
    }
    return false;
  }

  /** The JVM has no others when it asks the first agent to start. */
  private static boolean areOnlyOfJvm() {
    for (Map.Entry<Thread, StackTraceElement[]> each : stacks().entrySet()) {
      String type = each.getKey().getClass().getName();
      if (!OF_JVM.contains(each.getKey().getName())
          && !OwnClasses.containBinary(type)
          && !OwnClasses.isRuntime(type.replace('.', '/'))) {
        return false;
      }
    }
    return !isAnyInCollection();
  }

  private static Map<Thread, StackTraceElement[]> stacks() {
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    stacks.remove(Thread.currentThread());
    return stacks;
  }
}
