// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.shared;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * An agent that notes when it is called. Named before and after another agent on a command line, it
 * brackets that agent's premain as the JVM calls it.
 */
public final class BenchAgent {

  private static final List<Long> CALLS = new ArrayList<>();
  private static Instrumentation instrumentation;

  private BenchAgent() {}

  public static void premain(String arguments, Instrumentation given) {
    CALLS.add(System.nanoTime());
    instrumentation = given;
  }

  public static Instrumentation instrumentation() {
    return instrumentation;
  }

  /** Prints the nanoseconds between the two premains, and from the first to here. */
  public static void main(String[] args) {
    long now = System.nanoTime();
    System.out.println((CALLS.get(1) - CALLS.get(0)) + " " + (now - CALLS.get(0)));
  }
}
