// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a run did, as far as the program and its callers can see.
 *
 * @param trace what {@link Probe} saw
 * @param end the result, or the exception with its lines
 */
public record Behaviour(List<String> trace, String end) {

  /** Where the frames of a stack trace belong to the program. */
  private static final String HARNESS = Program.class.getPackageName() + ".";

  private static Predicate<StackTraceElement> programFrames = frame -> true;

  /** Runs a program from the start of its {@link Probe} and {@link Ledger}. */
  static Behaviour of(Program program, Locks locks) {
    String own = program.getClass().getPackageName();
    programFrames =
        frame ->
            frame.getClassName().startsWith(own)
                && !frame.getClassName().startsWith(HARNESS)
                && !frame.getClassName().contains("$$Lambda");
    String end;
    try {
      end = "returned " + program.run(locks);
    } catch (VerifyError e) {
      throw e;
    } catch (Throwable t) {
      end = "threw " + describe(t);
    }
    Thread.interrupted();
    return new Behaviour(List.copyOf(Probe.trace()), end + " " + Probe.held());
  }

  static String describe(Throwable thrown) {
    // The JVM's own messages about null name the expression; ours cannot.
    String message = thrown instanceof NullPointerException ? "" : ": " + thrown.getMessage();
    return thrown.getClass().getName()
        + message
        + Arrays.stream(thrown.getSuppressed())
            .map(each -> " suppressing " + describe(each))
            .collect(Collectors.joining())
        + Arrays.stream(thrown.getStackTrace())
            .filter(programFrames)
            .map(frame -> " " + frame.getMethodName() + ":" + frame.getLineNumber())
            .collect(Collectors.joining(",", " at", ""));
  }
}
