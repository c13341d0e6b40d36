// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.junit.expect.WatchedTest;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Which tests a stack shows. What a test gives to a thread, a lambda for example, has a frame of
 * its class; a server's threads have no frame of any test.
 */
final class TestsOnStack {

  /** How closely a stack is bound to a test. */
  enum Bond {
    NONE,
    /** It has a frame of its class, or of a class that this extends or is in. */
    CLASS,
    /** It has a frame of its method, or of code that is written within it. */
    METHOD
  }

  /** A frame of a class of tests, or of a class within one. */
  private record TestFrame(Frame frame, Class<?> type, Class<?> tests) {

    boolean isOfMethod(String method) {
      String name = frame.method();
      Method around = type.getEnclosingMethod();
      // As javac and Kotlin name lambdas.
      return name.equals(method)
          || name.startsWith("lambda$" + method + "$")
          || name.startsWith(method + "$lambda")
          || around != null && around.getName().equals(method);
    }

    boolean isOfAnyMethod() {
      return testMethods(tests).anyMatch(this::isOfMethod);
    }
  }

  /** Whether a class has tests; to look takes long, and each pin asks again. */
  private static final Map<Class<?>, Boolean> KNOWN = new ConcurrentHashMap<>();

  private final List<TestFrame> frames;

  private TestsOnStack(List<TestFrame> frames) {
    this.frames = frames;
  }

  /**
   * @param loader of the tests
   */
  static TestsOnStack of(Stack stack, ClassLoader loader) {
    return new TestsOnStack(
        stack.frames().stream()
            .filter(frame -> !frame.jdk())
            .flatMap(frame -> testFrame(frame, loader).stream())
            .toList());
  }

  Bond bond(WatchedTest test) {
    List<TestFrame> own = framesOf(test);
    if (own.isEmpty()) {
      return Bond.NONE;
    }
    return own.stream().anyMatch(frame -> frame.isOfMethod(test.method()))
        ? Bond.METHOD
        : Bond.CLASS;
  }

  /** Whether it shows tests, but only others. */
  boolean isOfOthers(WatchedTest test) {
    List<TestFrame> own = framesOf(test);
    return own.isEmpty()
        ? !frames.isEmpty()
        : bond(test) != Bond.METHOD && own.stream().anyMatch(TestFrame::isOfAnyMethod);
  }

  private List<TestFrame> framesOf(WatchedTest test) {
    Set<Class<?>> family = new HashSet<>();
    addFamily(test.type(), family);
    return frames.stream().filter(frame -> family.contains(frame.tests())).toList();
  }

  private static void addFamily(Class<?> type, Set<Class<?>> family) {
    if (type != null && family.add(type)) {
      addFamily(type.getSuperclass(), family);
      if (!Modifier.isStatic(type.getModifiers())) {
        addFamily(type.getEnclosingClass(), family);
      }
      Arrays.stream(type.getInterfaces()).forEach(one -> addFamily(one, family));
    }
  }

  private static Optional<TestFrame> testFrame(Frame frame, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(frame.className().replace('/', '.'), false, loader);
      for (Class<?> around = type; around != null; around = around.getEnclosingClass()) {
        if (KNOWN.computeIfAbsent(around, TestsOnStack::hasTests)) {
          return Optional.of(new TestFrame(frame, type, around));
        }
      }
      return Optional.empty();
    } catch (ReflectiveOperationException | LinkageError e) {
      // The class is another loader's, or hidden, or not whole: it has no tests that run.
      return Optional.empty();
    }
  }

  private static boolean hasTests(Class<?> type) {
    return testMethods(type).findAny().isPresent();
  }

  private static Stream<String> testMethods(Class<?> type) {
    return Stream.<Class<?>>iterate(type, one -> one != null, Class::getSuperclass)
        .filter(one -> one != Object.class)
        .flatMap(one -> Arrays.stream(one.getDeclaredMethods()))
        .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
        .map(Method::getName);
  }
}
