// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.report.TerminalText;
import java.io.PrintWriter;
import java.nio.file.Path;

/** One line of a terminal that says how much was read, and goes away in the end. */
final class ProgressLine {

  /** Set by the launcher where standard error is a terminal, which Java cannot tell. */
  private static final String TERMINAL = "loomunpin.terminal";

  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter terminal;
  private final boolean wanted = Boolean.getBoolean(TERMINAL);
  private boolean shown;

  ProgressLine(PrintWriter terminal) {
    this.terminal = terminal;
  }

  void show(Path file, int percent) {
    if (wanted) {
      shown = true;
      terminal.print(
          CLEAR
              + "analyzer: "
              + TerminalText.printable(file.toString())
              + ": "
              + percent
              + " % read");
      terminal.flush();
    }
  }

  void clear() {
    if (shown) {
      shown = false;
      terminal.print(CLEAR);
      terminal.flush();
    }
  }
}
