// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page that shows what is named in programs for which that is known. */
final class AnswerPage {

  private static final Path PAGE = Path.of("..", "docs", "evidence", "answers.md");

  /** So many rows have the tests in their long form. */
  private static final int ALL = 27;

  private static final String HEAD =
      """
      # Answers

      What is right for each program below is known: its source shows it, or a run with the agent. `AnswersIT` gives the
      analyzer, or the agent's detection, the input in the table, and they must name what is expected. The programs and
      the kept dumps are in `analyzer/src/test/resources/answers`. The other dumps and the recordings are of programs
      that `AnswersIT` runs on JDK 21 with two carriers. It makes this page and compares it: `./verify` the rows of kept
      dumps and of scans without libraries, `./verify --all` all rows.

      A dump alone does not show what `-Xbootclasspath/a` adds: without the recording and without the agent, the report says
      of `UsesAdded` that the agent converts the monitor.

      The threads of `MiniSpin` also enter a monitor. A dump that shows both at its entry does not show whether one waits
      there, and the report lists both as pinned, with `POSSIBLE` evidence. The dumps in the table show a thread elsewhere.

      | program | what it does | input | expected | named |
      |---|---|---|---|---|
      """;

  private final Map<String, String> rows = new TreeMap<>();

  void add(String program, String input, String expected, String named) throws IOException {
    assertThat(named).as("%s, %s", program, input).isEqualTo(expected);
    rows.put(
        program + " " + input,
        Stream.of("`" + program + "`", what(program), input, expected, named)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** The first line of its source. */
  private static String what(String program) throws IOException {
    return Files.readAllLines(AnswerProgram.source(program)).getFirst().substring("// ".length());
  }

  /** As a whole if there are all rows; else the page must have those that there are. */
  void compare() throws IOException {
    String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";
    if (rows.size() < ALL) {
      assertThat(rows.values()).as("rows of docs/evidence/answers.md").allMatch(page::contains);
      return;
    }
    String made = HEAD + String.join("", rows.values());
    if (!page.equals(made)) {
      Path actual = Path.of("target", "answers.md");
      Files.writeString(actual, made);
      assertThat(actual.toAbsolutePath()).as("differs from docs/evidence/answers.md").isNull();
    }
  }
}
