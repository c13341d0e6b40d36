// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test fails if a virtual thread pins its carrier while it runs, set-up and tear-down included,
 * whichever thread that is. On a class it holds for each test of it and of its nested classes; an
 * annotation of the method overrides that of the class.
 *
 * <p>Pins by class loading and class initialization do not count, but are printed: they come once,
 * and whether in this test or an earlier one is chance.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(PinExtension.class)
public @interface ShouldNotPin {

  /** How many pins are allowed. */
  int atMost() default 0;

  /** Pins that take less than these milliseconds do not count. */
  long threshold() default 0;

  /**
   * Packages; those below them belong to them. If any are given, pins count only if a monitor of
   * one of their classes is to blame, or if it is not known what is. The others are printed.
   */
  String[] own() default {};

  /**
   * What may pin, as {@code com.acme.Pool}, {@code com.acme.Pool.take}, or with wildcards {@code
   * com.acme.*}. A pin that only these are to blame for does not count, but is printed. Where no
   * monitor is known, such as under a native method, any of these on the stack is to blame.
   */
  String[] allow() default {};

  /** How often the test method runs before the run that counts, on the same instance. */
  int warmUp() default 0;
}
