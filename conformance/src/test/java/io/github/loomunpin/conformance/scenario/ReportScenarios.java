// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Torture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What happens to the agent's report where a JVM, a folder or a disk ends before its time. */
final class ReportScenarios {
  private static final String CANNOT = "cannot write to report=";

  private ReportScenarios() {}

  @Torture(
      shows =
          "the report is written while the JVM runs, so that it is there when that is killed, also"
              + " where nothing can be said because standard error is closed")
  static String reportOfKilledJvm(Lab lab) throws Exception {
    Path report = lab.directory().resolve("report");
    JavaRun run =
        lab.java("killed")
            .startedBy("sh", "-c", "exec \"$@\" 2>&-", "sh")
            .agentOptions(options(lab, "report=" + report))
            .classPath(
                List.of(
                    lab.compile(
                        "classes",
                        List.of(),
                        Lab.source("KilledApp.java"),
                        Lab.source("Refusing.java"),
                        Lab.source("Cell.java"))));
    String printed =
        (lab.agent()
                ? run.main("scenario.KilledApp", report.toString())
                : run.main("scenario.KilledApp"))
            .runTo(128 + 9);
    if (printed.contains("[loom-unpin]")) {
      throw new AssertionError("standard error was not closed: " + printed);
    }
    return JavaRun.outcomeOf(printed);
  }

  @Torture(
      shows =
          "what others put into the folder of the report is neither overwritten through links nor"
              + " waited for if it is a pipe, and the report is there all the same")
  static String reportAmongTraps(Lab lab) throws Exception {
    String outcome = "";
    for (String trap : List.of("link", "pipe")) {
      Path report = lab.directory().resolve("report-" + trap);
      Path precious = lab.directory().resolve(trap);
      boolean pipe = trap.equals("pipe");
      if (!pipe) {
        Files.writeString(precious, "precious");
      }
      JavaRun run =
          app(lab, trap, "report=" + report, report, precious)
              .startedBy(
                  "sh",
                  "-c",
                  pipe ? "mkfifo '" + precious + "'; exec \"$@\"" : "exec \"$@\"",
                  "sh");
      outcome += run.run() + "\n";
      if (lab.agent()) {
        requireWhole(only(report, ".json"), "\"ended\": true", "\"classesRewritten\": 2,");
      }
      if (!pipe && !Files.readString(precious).equals("precious")) {
        throw new AssertionError("overwritten: " + Files.readString(precious));
      }
    }
    return outcome;
  }

  @Torture(
      shows =
          "a folder that is deleted while the JVM runs is made again for the report, and if there is"
              + " a file in its place, one line says so")
  static String reportInDeletedFolder(Lab lab) throws Exception {
    Path deleted = lab.directory().resolve("deleted/report");
    String outcome = app(lab, "deleted", "report=" + deleted, deleted).run();
    if (lab.agent()) {
      requireWhole(only(deleted, ""), "\"ended\": true", "\"classesRewritten\": 2,");
    }
    Path replaced = lab.directory().resolve("replaced/report");
    JavaRun run = app(lab, "replaced", "report=" + replaced, replaced);
    outcome += "\n" + run.run();
    if (lab.agent()) {
      requireOnce(run, CANNOT + replaced + ": it is not a folder");
      requireOnce(run, "; report: not written");
    }
    return outcome;
  }

  @Torture(
      shows =
          "a report for which there is no more room leaves the one before as it is, and nothing else",
      note =
          "Files may not grow beyond a limit, and patterns that match no class make the last report long.")
  static String reportWithoutRoom(Lab lab) throws Exception {
    Path report = lab.directory().resolve("report");
    String globs = "com.acme.a.package.with.a.long.name.that.no.class.has%d.*;".repeat(40);
    for (int i = 0; i < 40; i++) {
      globs = globs.replaceFirst("%d", Integer.toString(i));
    }
    String limited = "{ (ulimit -f 8; \"$@\"); echo \"OUT: exit $?\"; } 2>&1 | cat";
    JavaRun run =
        app(lab, "ended", "exclude=" + globs + ",report=" + report, report)
            .options("-XX:-UsePerfData")
            .startedBy("sh", "-c", limited, "sh");
    String outcome = run.run();
    if (lab.agent()) {
      requireWhole(only(report, ""), "\"ended\": false");
      requireOnce(run, CANNOT + report + ": File too large");
    }
    return outcome;
  }

  @Torture(
      shows =
          "a JVM that starts again and again, as in a container with the same process number each"
              + " time, leaves a bounded number of reports")
  static String reportsOfManyStarts(Lab lab) throws Exception {
    Path report = Files.createDirectories(lab.directory().resolve("report"));
    Files.writeString(report.resolve("loom-unpin.txt"), "precious");
    long day = System.currentTimeMillis() - 86_400_000;
    for (int i = 100; i < 300; i++) {
      Path old = report.resolve("loom-unpin-1-20261001T120" + i + "Z.json");
      Files.setLastModifiedTime(Files.writeString(old, "{}"), FileTime.fromMillis(day + i * 1000));
    }
    String outcome = app(lab, "ended", "report=" + report, report).run();
    if (lab.agent()) {
      List<String> kept = names(report);
      if (kept.size() != 101
          || !kept.contains("loom-unpin.txt")
          || !kept.contains("loom-unpin-1-20261001T120201Z.json")
          || kept.contains("loom-unpin-1-20261001T120200Z.json")) {
        throw new AssertionError("kept " + kept);
      }
    }
    return outcome;
  }

  /** The plain JVM has no report to wait for. */
  private static JavaRun app(Lab lab, String name, String options, Path... arguments)
      throws Exception {
    Path classes = lab.compile("classes-" + name, List.of(), Lab.source("ReportedApp.java"));
    String[] main = {"scenario.ReportedApp", name};
    Stream<String> files = Stream.of(arguments).map(Path::toString);
    return lab.java(name)
        .agentOptions(options(lab, options))
        .classPath(List.of(classes))
        .main(
            (lab.agent() ? Stream.concat(Stream.of(main), files) : Stream.of(main))
                .toArray(String[]::new));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static Path only(Path folder, String ending) throws IOException {
    List<String> found = names(folder).stream().filter(name -> name.endsWith(ending)).toList();
    if (found.size() != 1) {
      throw new AssertionError("not one file: " + found);
    }
    return folder.resolve(found.getFirst());
  }

  private static void requireWhole(Path report, String... parts) throws IOException {
    if (!Files.isRegularFile(report, LinkOption.NOFOLLOW_LINKS)) {
      throw new AssertionError("no file: " + report);
    }
    String text = Files.readString(report);
    if (!text.endsWith("\n}\n") || !Stream.of(parts).allMatch(text::contains)) {
      throw new AssertionError("not as expected: " + text);
    }
  }

  private static void requireOnce(JavaRun run, String line) {
    if (run.output().split(Pattern.quote(line), -1).length != 2) {
      throw new AssertionError("not said once: " + line + "\n" + run.output());
    }
  }

  private static String options(Lab lab, String options) {
    return lab.jdk().feature() >= 24 ? options + ",force=true" : options;
  }
}
