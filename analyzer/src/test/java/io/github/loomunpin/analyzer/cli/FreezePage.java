// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page that shows what is said of each program that stands still. */
final class FreezePage {

  private static final Path PAGE = Path.of("..", "docs", "evidence", "accuracy-freezes.md");
  private static final Path PROGRAMS =
      Path.of("src/test/java/io/github/loomunpin/analyzer/freezes");
  private static final Pattern COMMENT =
      Pattern.compile("(?s)/\\*\\*(.*?)\\*/\\s*(?:public )?final class");
  private static final String HEAD =
      """
      # Accuracy of what thread dumps tell

      Each program below stands still on JDK 21 with two carriers, and `analyzer report` is given one text dump of it, and its classes. It must
      come to the verdict and name the holder. Where no holder is expected, the dump shows none, and none may be made up. The programs are in
      `analyzer/src/test/java/io/github/loomunpin/analyzer/freezes`; `NextOwner`, `LazyPool`, `MapFunction` and `Initializer` freeze as Brave
      6.0.3, HikariCP 6.3.0, `ConcurrentHashMap.computeIfAbsent` and a static initializer do. `FreezeIT` makes this page and compares it.
      It reads the dumps in `analyzer/src/test/resources/freezes`, which `LiveFreezeIT` compares with dumps of programs that run now.

      | program | what it does | verdict | named |
      |---|---|---|---|
      """;

  private final Map<String, String> rows = new TreeMap<>();

  void add(String program, String verdict, List<String> named) throws IOException {
    String holders =
        named.stream()
            .sorted()
            .collect(Collectors.joining(", "))
            .replace("io.github.loomunpin.analyzer.freezes.", "")
            .replace("|", "\\|");
    rows.put(
        program,
        "| `%s` | %s | `%s` | %s |%n"
            .formatted(
                program,
                what(program),
                verdict,
                holders.isEmpty() ? "nobody" : "`" + holders.replace(", ", "`, `") + "`"));
  }

  private static String what(String program) throws IOException {
    Matcher comment = COMMENT.matcher(Files.readString(PROGRAMS.resolve(program + ".java")));
    assertThat(comment.find()).as(program).isTrue();
    return comment
        .group(1)
        .replaceAll("\\s*\\n \\*\\s*", " ")
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .strip();
  }

  /** Only of all programs together; one may be run by itself. */
  void compare() throws IOException {
    String page = HEAD + String.join("", rows.values());
    if (rows.size() < 2 || Files.exists(PAGE) && Files.readString(PAGE).equals(page)) {
      return;
    }
    Path actual = Path.of("target", "accuracy-freezes.md");
    Files.writeString(actual, page);
    assertThat(actual.toAbsolutePath())
        .as("differs from docs/evidence/accuracy-freezes.md")
        .isNull();
  }
}
