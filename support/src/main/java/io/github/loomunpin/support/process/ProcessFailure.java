// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;

/** A program that did not do what it was started for; the message says which and what it said. */
public final class ProcessFailure extends IOException {

  private static final long serialVersionUID = 1L;
  private static final int END = 2_000;

  ProcessFailure(String what, Program program, String printed) {
    super(message(what, program, printed));
  }

  ProcessFailure(Program program, IOException cause) {
    super("cannot start " + program + ": " + cause.getMessage(), cause);
  }

  private static String message(String what, Program program, String printed) {
    String text = printed.strip();
    String end = text.substring(Math.max(0, text.length() - END));
    String said = end.isEmpty() ? "it printed nothing" : "it printed at last: " + end;
    return what + ": " + program + log(program) + "; " + said;
  }

  private static String log(Program program) {
    return program.output() instanceof Output.ToFile kept ? " (log: " + kept.file() + ")" : "";
  }
}
