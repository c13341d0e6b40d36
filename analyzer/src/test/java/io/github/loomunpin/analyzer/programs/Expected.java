// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A program that pins, and what the report has to say about it. The lines of its sites have
 * comments with a name, such as {@code // outer}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Expected {

  /** What the program does, in a few words. */
  String what();

  /**
   * Names of the sites that the report names on JDK 21, in any order; none if it has to name none.
   */
  String[] sites() default {};

  /** The site that comes before the others, if one has to. */
  String first() default "";

  /** A part of what the report says on JDK 21 where no monitor is to blame. */
  String says() default "";

  /**
   * Whether short events matter. On JDK 21 such a program is repeated until one thread has waited
   * to enter a monitor.
   */
  boolean allEvents() default false;

  /** Whether it depends on luck if anything is recorded on JDK 25. */
  boolean mayBeShortOn25() default false;

  /** A part of what the report says on JDK 25; empty if nothing pins there. */
  String saysOn25() default "";
}
