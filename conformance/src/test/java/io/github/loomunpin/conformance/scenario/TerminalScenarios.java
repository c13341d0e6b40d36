// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Programs at a terminal, which no child of a test has by itself. */
final class TerminalScenarios {

  /** Runs its arguments as a command at a terminal, where somebody types one line. */
  private static final String[] TERMINAL = {
    "python3",
    "-c",
    """
    import os, pty, sys
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    os.write(terminal, b"typed\\n")
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:
            break
        if not data:
            break
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    status = os.waitpid(child, 0)[1]
    sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 99)
    """
  };

  private TerminalScenarios() {}

  @Torture(
      shows =
          "while one thread reads from the console, by readLine or by its reader, other threads wait"
              + " to read or to print as they do without the agent",
      note = "Where there is Python, at whose terminal it runs.")
  static String console(Lab lab) throws Exception {
    assumeTerminal(lab);
    Path classes = lab.compile("classes", List.of(), Lab.source("ConsoleApp.java"));
    return run(lab, classes, "readLine", "virtual") + "\n" + run(lab, classes, "read", "platform");
  }

  private static String run(Lab lab, Path classes, String holder, String threads) throws Exception {
    String outcome =
        lab.java(holder)
            .startedBy(TERMINAL)
            .classPath(List.of(classes))
            .main("scenario.ConsoleApp", holder, threads)
            .run();
    return holder + "\n" + outcome;
  }

  private static void assumeTerminal(Lab lab) throws Exception {
    try {
      Program.of("python3", "-c", "import pty")
          .in(lab.directory())
          .printingTo(lab.directory().resolve("python.log"))
          .run(Duration.ofMinutes(10))
          .successfully();
    } catch (IOException e) {
      throw new NotApplicable("there is no Python here: " + e.getMessage());
    }
  }
}
