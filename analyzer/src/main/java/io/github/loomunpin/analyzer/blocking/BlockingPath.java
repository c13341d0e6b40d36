// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.util.List;

/**
 * A way from a monitor to an operation that blocks.
 *
 * @param steps the method of the site first, the operation last
 */
public record BlockingPath(BlockingKind kind, List<Step> steps, List<Guess> guesses) {

  /** The operation that blocks. */
  public Step last() {
    return steps.get(steps.size() - 1);
  }

  /** Whether it ends in native code, which keeps the carrier whatever happens to the monitor. */
  public boolean keepsCarrier() {
    return kind == BlockingKind.NATIVE;
  }

  /**
   * One method on the way from a monitor to the operation that blocks.
   *
   * @param library where the class is; {@link #JDK} for what the catalog names
   * @param owner internal name of the class
   * @param sourceFile empty when the class file does not say
   * @param line of the call to the next step; -1 when not known, and in the last step
   */
  public record Step(
      Library library,
      String owner,
      String method,
      String descriptor,
      String sourceFile,
      int line) {

    /** The library of every step in the JDK. */
    public static final Library JDK = new Library("JDK", "", "jrt:/", true);
  }

  /**
   * Something a path takes for granted.
   *
   * @param step index of the step whose call it is about
   * @param text one clause for people
   */
  public record Guess(Why why, int step, String text) {

    /** What is not known. */
    public enum Why {
      /** A virtual call has several targets, and not all of them block. */
      SEVERAL_TARGETS,
      /** The JDK or native code calls back, if and when it likes. */
      CALLBACK,
      /** The handler of a dynamic proxy does each method in its own way. */
      PROXY,
      /** Whether the operation blocks depends on the object, such as a stream's. */
      OPERATION,
      /** What runs is not on the class path: whoever uses the code implements or gives it. */
      OUTSIDE,
      /** A class is initialized only once. */
      FIRST_USE
    }
  }
}
