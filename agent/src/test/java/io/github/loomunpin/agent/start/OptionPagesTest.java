// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.option.AgentOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What users read has the options that the agent takes, and no others. */
class OptionPagesTest {

  private static Set<String> names(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void usage_has_all_options() throws Exception {
    try (InputStream usage = PreMain.class.getResourceAsStream(PreMain.USAGE)) {
      assertThat(names("^  ([a-zA-Z.]+)=", new String(usage.readAllBytes(), UTF_8)))
          .isEqualTo(AgentOptions.names());
    }
  }

  @Test
  void the_page_of_options_has_all_of_them() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "options.md"));

    assertThat(names("^\\| `([a-zA-Z.]+)=", page))
        .isEqualTo(
            AgentOptions.names().stream()
                .filter(name -> !name.equals("verbose"))
                .collect(Collectors.toCollection(TreeSet::new)));
    assertThat(page).contains("`verbose=true`");
  }
}
