// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The page of commands has what {@code --help} prints. With {@code -Ddocs.update=true} the test
 * writes the page.
 */
class CommandPageTest {

  private static final Path PAGE = Path.of("..", "docs", "commands.md");

  private static final Pattern COMMAND = Pattern.compile("^  ([a-z]+)  +\\S", Pattern.MULTILINE);

  private static String help(String... arguments) {
    StringWriter out = new StringWriter();
    assertThat(Main.run(out, new StringWriter(), arguments)).isZero();
    return out.toString();
  }

  private static String page() {
    String all = help("--help");
    StringBuilder page =
        new StringBuilder(
            """
            # Commands of the analyzer

            `bin/analyzer --help` and `bin/analyzer COMMAND --help` print what follows. [analyzer.md](analyzer.md) shows the
            commands at work.

            ```
            """);
    page.append(all).append("```\n");
    List<String> commands =
        COMMAND
            .matcher(all.substring(all.indexOf("Commands:")))
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(commands).contains("scan", "report", "explain");
    for (String command : commands) {
      page.append("\n## ").append(command).append("\n\n```\n");
      page.append(help(command, "--help")).append("```\n");
    }
    return page.toString();
  }

  @Test
  void the_page_has_what_help_prints() throws IOException {
    if (Boolean.getBoolean("docs.update")) {
      Files.writeString(PAGE, page());
    }
    assertThat(PAGE).hasContent(page());
  }
}
