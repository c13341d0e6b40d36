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

  /**
   * Makes two words of an option and its value, which is all that picocli's script knows. Bash
   * takes the equals sign between them for a word, and zsh all three for one.
   */
  private static final String SPLIT_VALUES =
      """
      function _complete_analyzer() {
        local word words=() option=
        if [ -n "$BASH_VERSION" ]; then
          for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do [ "$word" = = ] || words+=("$word"); done
          [ "${COMP_WORDS[COMP_CWORD]}" != = ] || words+=("")
          COMP_WORDS=("${words[@]}")
          COMP_CWORD=$((${#words[@]} - 1))
        else
          word=${COMP_WORDS[COMP_CWORD]}
          case $word in
            --*=*)
              option=${word%%=*}=
              COMP_WORDS=("${COMP_WORDS[@]:0:$COMP_CWORD}" "${word%%=*}" "${word#*=}")
              COMP_CWORD=$((COMP_CWORD + 1))
              PREFIX=${PREFIX#*=} # of the names of files
              ;;
          esac
        fi
        _complete_analyzer_words
        if [ -n "$option" ] && [ ${#COMPREPLY[@]} -gt 0 ]; then
          COMPREPLY=("${COMPREPLY[@]/#/$option}")
        fi
      }

      function _complete_analyzer_words() {
      """;

  /** Where nothing is known, which is most of all for jars, the shell completes names of files. */
  private static final String NO_FILES = "type compopt &>/dev/null && compopt +o default";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    // The writer must end lines as bash wants them, on every platform.
    String script = AutoComplete.bash("analyzer", root).replace("\r\n", "\n");
    root.getOut().print(script.replace(NO_FILES, ":").replace(ENTRY, SPLIT_VALUES));
    return ExitCode.CLEAN;
  }
}
