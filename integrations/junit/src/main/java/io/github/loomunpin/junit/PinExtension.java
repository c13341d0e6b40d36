// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import io.github.loomunpin.junit.expect.Expectation;
import io.github.loomunpin.junit.expect.PinWatch.Watched;
import io.github.loomunpin.junit.expect.TestVerdict;
import io.github.loomunpin.junit.expect.WatchedTest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Watches each test that says something about pins, from before its set-up to after its tear-down.
 */
final class PinExtension implements BeforeEachCallback, AfterEachCallback, InvocationInterceptor {

  /** A configuration parameter of JUnit: whether what cannot be checked fails. */
  static final String MUST_CHECK = "loomunpin.mustCheck";

  private static final Namespace NAMESPACE = Namespace.create(PinExtension.class);

  private static final Pattern INVOCATION =
      Pattern.compile("\\[test-template-invocation:#(\\d+)]$");

  /** What is printed once in a JVM. */
  private static final Set<String> PRINTED = ConcurrentHashMap.newKeySet();

  /** A test and what is asked of it. */
  private record Running(Watched watched, Expectation expectation) {}

  @Override
  public void beforeEach(ExtensionContext context) {
    Optional<Expectation> expectation = Expectations.of(context);
    if (expectation.isEmpty()) {
      return;
    }
    if (expectation.get().warmUp() > 0
        && AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), TestFactory.class)) {
      throw new ExtensionConfigurationException(
          nameOf(context)
              + ": a @TestFactory has no warm-up; give it an annotation without warmUp");
    }
    WatchedTest test =
        new WatchedTest(
            nameOf(context),
            context.getRequiredTestClass(),
            context.getRequiredTestMethod().getName(),
            context.getExecutionMode() == ExecutionMode.CONCURRENT,
            expectation.get());
    Watched watched = PinWatchResource.of(context.getRoot().getStore(NAMESPACE)).begin(test);
    store(context).put(Running.class, new Running(watched, expectation.get()));
  }

  /** As {@code OrderTest.Paid.ships[2]} for the second run of a method of a nested class. */
  private static String nameOf(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    String name = type.getName().substring(type.getPackageName().length());
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    return (name.startsWith(".") ? name.substring(1) : name).replace('$', '.')
        + "."
        + context.getRequiredTestMethod().getName()
        + (invocation.find() ? "[" + invocation.group(1) + "]" : "");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Running running = store(context).remove(Running.class, Running.class);
    if (running == null) {
      return;
    }
    TestVerdict verdict = running.watched().end();
    Optional<Throwable> failure = context.getExecutionException();
    if (failure.isPresent() && (running.expectation().pins() || isAborted(failure.get()))) {
      // It did not come to where it pins, or says itself that it shows nothing.
      return;
    }
    switch (verdict.outcome()) {
      case AS_EXPECTED -> verdict.remarks().forEach(PinExtension::print);
      case NOT_AS_EXPECTED -> throw failed(verdict.message());
      case UNKNOWN -> unknown(verdict.message(), running.expectation(), context);
    }
  }

  private static void unknown(String why, Expectation expectation, ExtensionContext context) {
    String message = expectation.annotation() + " was not checked: " + why;
    if (context.getConfigurationParameter(MUST_CHECK).map(Boolean::parseBoolean).orElse(false)) {
      throw failed(message);
    }
    if (expectation.pins() || JavaRelease.hasVirtualThreads()) {
      throw new TestAbortedException(message);
    }
    if (PRINTED.add(message)) {
      print(message);
    }
  }

  /** On standard error, which builds keep with the test. */
  private static void print(String remark) {
    System.err.println("[loom-unpin] " + remark);
  }

  private static boolean isAborted(Throwable failure) {
    return failure instanceof TestAbortedException;
  }

  /** A stack of this class would tell nothing; the message names the places that matter. */
  private static AssertionFailedError failed(String message) {
    AssertionFailedError error = new AssertionFailedError(message);
    error.setStackTrace(new StackTraceElement[0]);
    return error;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    warmUp(method, context);
    invocation.proceed();
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    warmUp(method, context);
    invocation.proceed();
  }

  private static void warmUp(ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    Running running = store(context).get(Running.class, Running.class);
    if (running == null || running.expectation().warmUp() == 0) {
      return;
    }
    for (int i = 0; i < running.expectation().warmUp(); i++) {
      runOnceMore(method);
    }
    running.watched().restart();
  }

  /** Runs a test method without JUnit; what the method throws is thrown. */
  private static void runOnceMore(ReflectiveInvocationContext<Method> invocation) throws Throwable {
    Method method = invocation.getExecutable();
    method.setAccessible(true);
    try {
      method.invoke(invocation.getTarget().orElse(null), invocation.getArguments().toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }
}
