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

  private static final String ENTRY = "function _complete_analyzer() {\n";

  /** Bash takes the equals sign for a word, which nothing else here knows. */
  private static final String JOIN_VALUES =
      """
      if [ -n "$BASH_VERSION" ]; then
        local word words=()
        for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do [ "$word" = = ] || words+=("$word"); done
        [ "${COMP_WORDS[COMP_CWORD]}" != = ] || words+=("")
        COMP_WORDS=("${words[@]}")
        COMP_CWORD=$((${#words[@]} - 1))
      fi
      """
          .indent(2);

  /** Where nothing is known, which is most of all for jars, the shell completes names of files. */
  private static final String NO_FILES = "type compopt &>/dev/null && compopt +o default";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    // The writer must end lines as bash wants them, on every platform.
    String script = AutoComplete.bash("analyzer", root).replace("\r\n", "\n");
    root.getOut().print(script.replace(NO_FILES, ":").replace(ENTRY, ENTRY + JOIN_VALUES));
    return ExitCode.CLEAN;
  }
}
