// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All programs that run in child JVMs. */
public final class Programs {
  private static final List<Class<?>> TOPICS =
      List.of(
          ExclusionPrograms.class,
          ExclusionByObjectPrograms.class,
          ExclusionByCallPrograms.class,
          JdkCollectionPrograms.class,
          JdkLockFieldPrograms.class,
          JdkReaderPrograms.class,
          JdkChannelPrograms.class,
          JdkSelfLockingPrograms.class,
          JdkCallerLockPrograms.class,
          JdkClassLoaderPrograms.class,
          WaitNotifyPrograms.class,
          WaitTimePrograms.class,
          WaitInterruptPrograms.class,
          WaitFormPrograms.class,
          HoldsLockPrograms.class,
          ControlFlowPrograms.class,
          StackTracePrograms.class,
          ThreadApiPrograms.class,
          DeadlockPrograms.class,
          ExhaustionPrograms.class,
          ObjectLifePrograms.class,
          ObjectCopyPrograms.class,
          TablePrograms.class,
          ClassVersionPrograms.class,
          ClassShapePrograms.class,
          ClassKindPrograms.class,
          LanguagePrograms.class,
          EcjPrograms.class,
          PurposePrograms.class);

  private Programs() {}

  /** Prints the numbers, one a line. */
  public static void main(String[] args) {
    byNumber().keySet().forEach(System.out::println);
  }

  /** The programs by their numbers. */
  public static Map<Integer, Method> byNumber() {
    Map<Integer, Method> programs = new TreeMap<>();
    for (Class<?> topic : TOPICS) {
      for (Method method : topic.getDeclaredMethods()) {
        Torture torture = method.getAnnotation(Torture.class);
        if (torture != null) {
          method.setAccessible(true);
          if (programs.put(torture.number(), method) != null) {
            throw new IllegalStateException("two programs have number " + torture.number());
          }
        }
      }
    }
    return programs;
  }
}
