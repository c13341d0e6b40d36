// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code analyzer completion}. */
@Command(
    name = "completion",
    description = {
      "Prints the script that completes commands and options in bash and zsh.",
      "source <(analyzer completion)  makes the shell use it; put that line into ~/.bashrc."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL)
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    // The writer must end lines as bash wants them, on every platform.
    root.getOut().print(AutoComplete.bash("analyzer", root).replace("\r\n", "\n"));
    return ExitCode.CLEAN;
  }
}
