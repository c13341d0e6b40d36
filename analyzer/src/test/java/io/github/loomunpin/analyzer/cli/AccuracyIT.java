// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.programs.ClassPrograms;
import io.github.loomunpin.analyzer.programs.Expected;
import io.github.loomunpin.analyzer.programs.RecordEach;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every program is recorded on JDK 21 and 25, and docs/evidence/accuracy-report.md shows what is
 * named.
 */
class AccuracyIT {

  private static final Path PAGE = Path.of("..", "docs", "evidence", "accuracy-report.md");
  private static final String FIRST = " (first)";
  private static final Pattern NAME = Pattern.compile(".*// ([a-z-]+)$");

  @TempDir private Path directory;

  @Test
  void names_what_each_program_expects() throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    List<Method> programs = RecordEach.programs();
    Path on21 = record(Jdk.named(21).orElseThrow());
    Optional<Path> on25 =
        Jdk.named(25).isPresent()
            ? Optional.of(record(Jdk.named(25).orElseThrow()))
            : Optional.empty();
    StringBuilder page = new StringBuilder(HEAD);
    StringBuilder wrong = new StringBuilder();
    for (Method program : programs) {
      Expected expected = program.getAnnotation(Expected.class);
      PinReport report = report(on21, program);
      String wanted = wanted(expected);
      String named = named(report, expected);
      if (!named.equals(wanted)) {
        wrong.append("%s: expected %s, named %s%n".formatted(program.getName(), wanted, named));
      }
      String wanted25 =
          expected.mayBeShortOn25()
              ? "as on 21, if it takes long"
              : expected.saysOn25().isEmpty() ? "no pin" : expected.saysOn25();
      if (on25.isPresent() && !expected.mayBeShortOn25()) {
        String named25 = saidOn25(report(on25.get(), program), expected);
        if (!named25.equals(wanted25)) {
          wrong.append(
              "%s on 25: expected %s, said %s%n".formatted(program.getName(), wanted25, named25));
        }
      }
      page.append(
          "| `%s` | %s | %s | %s | %s |%n"
              .formatted(program.getName(), expected.what(), wanted, named, wanted25));
    }
    assertThat(wrong.toString()).isEmpty();
    assertPage(page.toString().replace(PROGRAMS, ""));
  }

  private static final String PROGRAMS = "io.github.loomunpin.analyzer.programs.";

  private static final String HEAD =
      """
      # Accuracy of the report

      Each program below is run on JDK 21 and JDK 25 with a flight recording, and `analyzer report` must name exactly what is expected. Sites
      are named by the comments at their lines in the programs, which are in `analyzer/src/test/java/io/github/loomunpin/analyzer/programs`.
      `AccuracyIT` makes this page and compares it.

      | program | what it does | expected on JDK 21 | named on JDK 21 | said on JDK 25 |
      |---|---|---|---|---|
      """;

  private Path record(Jdk jdk) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(directory.resolve("jdk" + jdk.feature()));
    jdk.java()
        .options(Recorded.SHORT_LIVED)
        .options("-XX:FlightRecorderOptions:stackdepth=256")
        .options("-Djdk.virtualThreadScheduler.parallelism=16")
        .options("-Djdk.virtualThreadScheduler.maxPoolSize=16")
        .classPath(ClassPathArgument.of(RecordEach.class))
        .main(RecordEach.class, folder.toString())
        .run(Recorded.TIMEOUT)
        .successfully();
    return folder;
  }

  private static PinReport report(Path folder, Method program) {
    return new PinReporter(List.of(ClassPathArgument.of(ClassPrograms.class)), ReadOptions.DEFAULT)
        .report(List.of(RecordingReader.read(folder.resolve(program.getName() + ".jfr"))));
  }

  private static String wanted(Expected expected) {
    return expected.says().isEmpty()
        ? Arrays.stream(expected.sites())
            .map(site -> site.equals(expected.first()) ? site + FIRST : site)
            .sorted()
            .collect(Collectors.joining(", "))
        : expected.says();
  }

  private static String named(PinReport report, Expected expected) throws IOException {
    Set<String> sites = new TreeSet<>();
    for (Finding finding : report.findings()) {
      if (finding.site().owner().startsWith(PROGRAMS.replace('.', '/'))) {
        boolean first = sites.isEmpty() && !expected.first().isEmpty();
        sites.add(name(finding) + (first ? FIRST : ""));
      }
    }
    if (expected.says().isEmpty()) {
      return String.join(", ", sites);
    }
    return sites.isEmpty() ? said(report, expected.says()) : String.join(", ", sites);
  }

  private static String said(PinReport report, String wanted) {
    List<String> details = report.unexplained().stream().map(Unexplained::detail).toList();
    return details.stream().anyMatch(detail -> detail.contains(wanted))
        ? wanted
        : details.isEmpty() ? "no pin" : String.join("; ", details);
  }

  private static String saidOn25(PinReport report, Expected expected) {
    return report.total().count() == 0
        ? "no pin"
        : said(report, expected.saysOn25().isEmpty() ? "nothing" : expected.saysOn25());
  }

  /** The comment at the line of a site. */
  private static String name(Finding finding) throws IOException {
    String owner = finding.site().owner();
    String file = owner.substring(0, owner.lastIndexOf('/') + 1) + finding.sourceFile();
    List<String> lines = Files.readAllLines(Path.of("src", "test", "java").resolve(file));
    int line = finding.site().line();
    Matcher matcher = NAME.matcher(line < 1 ? "" : lines.get(line - 1));
    return matcher.matches() ? matcher.group(1) : finding.site().method() + ":" + line;
  }

  private static void assertPage(String page) throws IOException {
    if (Files.exists(PAGE) && Files.readString(PAGE).equals(page)) {
      return;
    }
    Path actual = Path.of("target", "accuracy-report.md");
    Files.writeString(actual, page);
    assertThat(actual.toAbsolutePath())
        .as("differs from docs/evidence/accuracy-report.md")
        .isNull();
  }
}
