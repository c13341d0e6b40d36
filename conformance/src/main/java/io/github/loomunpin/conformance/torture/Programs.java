// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** All programs that run in child JVMs. */
public final class Programs {
  private static final List<Class<?>> TOPICS =
      List.of(
          ExclusionPrograms.class,
          ExclusionByObjectPrograms.class,
          ExclusionByCallPrograms.class,
          JdkCollectionPrograms.class,
          JdkMapPrograms.class,
          JdkPinPrograms.class,
          JdkServerPrograms.class,
          JdkLockFieldPrograms.class,
          JdkGivenLockPrograms.class,
          JdkFieldNamePrograms.class,
          JdkSkipPrograms.class,
          JdkGroupingPrograms.class,
          JdkOwnLockPrograms.class,
          JdkCyclicLoadPrograms.class,
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
          DebugTablePrograms.class,
          ManyClassesPrograms.class,
          ManyWaitersPrograms.class,
          JdkServicePrograms.class,
          StructuredPrograms.class,
          LanguagePrograms.class,
          EcjPrograms.class,
          StarvationPrograms.class,
          StarvedOwnerPrograms.class,
          PurposePrograms.class);

  private static final Map<String, Method> BY_NAME = byName(TOPICS);

  private Programs() {}

  /** The programs by their names, topic after topic. */
  public static Map<String, Method> byName() {
    return BY_NAME;
  }

  /** The names of the programs for which the condition holds. */
  public static List<String> names(Predicate<Torture> condition) {
    return byName().entrySet().stream()
        .filter(program -> condition.test(torture(program.getValue())))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What is said of the program of that name. */
  public static Torture torture(String name) {
    return torture(byName().get(name));
  }

  private static Torture torture(Method test) {
    return test.getAnnotation(Torture.class);
  }

  /** Whether it runs classes that the harness has other compilers make. */
  public static boolean needsPrepared(String name) {
    Class<?> topic = byName().get(name).getDeclaringClass();
    return topic == LanguagePrograms.class || topic == EcjPrograms.class;
  }

  /** The classes that have programs. */
  public static List<Class<?>> topics() {
    return TOPICS;
  }

  /** The tests in the given classes by their names, class after class. */
  public static Map<String, Method> byName(List<Class<?>> topics) {
    Map<String, Method> tests = new LinkedHashMap<>();
    for (Class<?> topic : topics) {
      // The JVM lists methods in any order.
      Map<String, Method> ofTopic = new TreeMap<>();
      for (Method method : topic.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Torture.class)) {
          method.setAccessible(true);
          ofTopic.put(method.getName(), method);
        }
      }
      ofTopic.forEach(
          (name, method) -> {
            if (tests.put(name, method) != null) {
              throw new IllegalStateException("two tests have the name " + name);
            }
          });
    }
    return tests;
  }
}
