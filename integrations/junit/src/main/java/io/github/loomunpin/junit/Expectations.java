// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import io.github.loomunpin.junit.expect.Expectation;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Annotations to expectations. */
final class Expectations {

  private Expectations() {}

  /** What the method says; else its class, or the next class around that. */
  static Optional<Expectation> of(ExtensionContext context) {
    Optional<Expectation> found = of(context.getRequiredTestMethod());
    Class<?> type = context.getRequiredTestClass();
    while (found.isEmpty() && type != null) {
      found = of(type);
      type = type.getEnclosingClass();
    }
    return found;
  }

  private static Optional<Expectation> of(AnnotatedElement element) {
    Optional<Expectation> not =
        AnnotationSupport.findAnnotation(element, ShouldNotPin.class).map(Expectations::of);
    Optional<Expectation> should =
        AnnotationSupport.findAnnotation(element, ShouldPin.class).map(Expectations::of);
    if (not.isPresent() && should.isPresent()) {
      throw new ExtensionConfigurationException(
          element + " has both @ShouldPin and @ShouldNotPin: remove one of them");
    }
    return not.or(() -> should).map(expectation -> checked(expectation, element));
  }

  private static Expectation of(ShouldNotPin annotation) {
    return new Expectation(
        false,
        annotation.atMost(),
        Duration.ofMillis(annotation.threshold()),
        List.of(annotation.own()),
        List.of(annotation.allow()),
        annotation.warmUp());
  }

  private static Expectation of(ShouldPin annotation) {
    return new Expectation(
        true,
        annotation.atMost(),
        Duration.ofMillis(annotation.threshold()),
        List.of(),
        List.of(),
        annotation.warmUp());
  }

  private static Expectation checked(Expectation expectation, AnnotatedElement element) {
    int least = expectation.pins() ? 1 : 0;
    if (expectation.atMost() < least) {
      throw bad(expectation, element, "atMost", least, expectation.atMost());
    }
    if (expectation.threshold().isNegative()) {
      throw bad(expectation, element, "threshold", 0, expectation.threshold().toMillis());
    }
    if (expectation.warmUp() < 0) {
      throw bad(expectation, element, "warmUp", 0, expectation.warmUp());
    }
    return expectation;
  }

  private static ExtensionConfigurationException bad(
      Expectation expectation, AnnotatedElement element, String name, long least, long given) {
    return new ExtensionConfigurationException(
        expectation.annotation()
            + " of "
            + element
            + ": "
            + name
            + " must be at least "
            + least
            + ", not "
            + given);
  }
}
