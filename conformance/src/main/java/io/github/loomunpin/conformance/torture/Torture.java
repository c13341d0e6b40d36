// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A torture test: a static method that takes an {@link Env}, throws if an assertion fails, and
 * returns the outcome that must be the same with and without the agent. No two have the same name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Torture {
  /** What a pass shows, in one line. */
  String shows();

  Kind[] threads() default {Kind.PLATFORM, Kind.VIRTUAL, Kind.MIXED};

  Oracle oracle() default Oracle.SAME_JDK;

  /** Options of a JVM of its own; programs with equal options share one. */
  String[] jvm() default {};

  /** A difference between monitor and lock that is documented, and asserted by the program. */
  String difference() default "";

  /** What else the reader of the conformance page should know. */
  String note() default "";

  /** Whether it belongs to the small set that the short form repeats in every configuration. */
  boolean core() default false;

  /**
   * Whether it belongs to the few that are run again beside other agents and in odd launches:
   * exclusion, wait, ownership, stack traces and copies are what these could disturb.
   */
  boolean sample() default false;

  /**
   * Whether it has monitors of which compilers make different things; then it is run again when
   * compiled by ecj, and when the JIT compiles everything at once.
   */
  boolean shape() default false;

  /** Whether only the long form runs it: it takes long, and has never found what others do not. */
  boolean longOnly() default false;

  /** Seconds after which the program counts as hung, which nothing slow must come near to. */
  int timeout() default 120;
}
