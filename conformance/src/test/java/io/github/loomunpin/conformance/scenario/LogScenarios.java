// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Torture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the agent says what it says. */
final class LogScenarios {

  private LogScenarios() {}

  @Torture(
      shows =
          "log.to=jul writes where the program's main has set java.util.logging up to write, from its"
              + " first line")
  static String logToJul(Lab lab) throws Exception {
    Path file = lab.directory().resolve("app.log");
    Path config = lab.directory().resolve("logging.properties");
    Files.writeString(
        config,
        "handlers=java.util.logging.FileHandler\n"
            + ("java.util.logging.FileHandler.pattern=" + file + "\n").replace('\\', '/')
            + "java.util.logging.FileHandler.formatter=java.util.logging.SimpleFormatter\n"
            + "java.util.logging.SimpleFormatter.format=%3$s: %5$s%n\n");
    JavaRun run =
        lab.java("jul")
            .agentOptions(options(lab, "log.to=jul"))
            .classPath(List.of(classes(lab)))
            .main("scenario.LogApp", "jul", config.toString(), file.toString());
    String printed = run.runTo(0);
    String logged = Files.readString(file);
    if (lab.agent()) {
      require(logged, "loom-unpin: on JDK ");
      // The JDK closes the file while the JVM ends.
      require(printed, "[loom-unpin] converted ");
      refuse(printed, "[loom-unpin] on JDK");
    }
    return String.join("\n", logged.lines().filter(line -> line.startsWith("app: ")).toList());
  }

  @Torture(
      shows = "a line that a logger may not have had before it was closed is on standard error")
  static String logToClosedJul(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("ClosedLogApp.java"));
    Path config = lab.directory().resolve("logging.properties");
    Files.writeString(config, "handlers=scenario.ClosedLogApp\n");
    JavaRun run =
        lab.java("jul")
            .agentOptions(options(lab, "log.to=jul"))
            .classPath(List.of(classes))
            .main("scenario.ClosedLogApp", config.toString());
    String printed = run.runTo(0);
    if (lab.agent()) {
      require(printed, "[loom-unpin] on JDK ");
      require(printed, "[loom-unpin] found no monitor to convert");
    }
    return JavaRun.outcomeOf(printed);
  }

  @Torture(shows = "log.to=system-logger makes no logger before the program does")
  static String logToSystemLogger(Lab lab) throws Exception {
    Path classes = classes(lab);
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.lang.System$LoggerFinder"), "scenario.OwnFinder\n");
    JavaRun run =
        lab.java("system")
            .agentOptions(options(lab, "log.to=system-logger"))
            .classPath(List.of(classes))
            .main("scenario.LogApp", "system-logger");
    String printed = run.runTo(0);
    if (lab.agent()) {
      require(printed, "LOG: INFO on JDK ");
      require(printed, "LOG: INFO converted ");
      refuse(printed, "[loom-unpin] on JDK");
    }
    return JavaRun.outcomeOf(printed);
  }

  @Torture(shows = "where a program never uses a logger, the agent's lines are on standard error")
  static String logThatNobodySetsUp(Lab lab) throws Exception {
    String outcome = "";
    for (String target : List.of("jul", "system-logger")) {
      JavaRun run =
          lab.java(target)
              .agentOptions(options(lab, "log.to=" + target))
              .classPath(List.of(classes(lab)))
              .main("scenario.LogApp", "none");
      String printed = run.runTo(0);
      if (lab.agent()) {
        require(printed, "[loom-unpin] on JDK ");
        require(printed, "[loom-unpin] converted ");
      }
      outcome += JavaRun.outcomeOf(printed) + "\n";
    }
    return outcome;
  }

  @Torture(shows = "log=quiet says nothing, and log.to=FILE is added to")
  static String logQuietAndToFile(Lab lab) throws Exception {
    Path file = lab.directory().resolve("agent.log");
    String outcome = "";
    for (String options : List.of("log=quiet", "log.to=" + file, "log.to=" + file)) {
      JavaRun run =
          lab.java("file")
              .agentOptions(options(lab, options))
              .classPath(List.of(classes(lab)))
              .main("scenario.LogApp", "none");
      String printed = run.runTo(0);
      refuse(printed, "[loom-unpin]");
      outcome += JavaRun.outcomeOf(printed) + "\n";
    }
    if (lab.agent() && Files.readAllLines(file).size() != 4) {
      throw new AssertionError(Files.readString(file));
    }
    return outcome;
  }

  @Torture(
      shows =
          "the JVM ends although nobody reads standard error, where the agent has something to say and"
              + " a thread is blocked in writing")
  static String standardErrorThatNobodyReads(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("UnreadErrorsApp.java"));
    String outcome = "";
    for (String target : List.of("stderr", "jul")) {
      for (String how : List.of("main", "exit")) {
        String pipe = lab.directory().resolve(target + "-" + how).toString();
        // The JVM inherits the reading end, without which writing would fail.
        String unread = "mkfifo \"$0\" && exec 3<> \"$0\" && exec \"$@\" 2>&3";
        outcome +=
            lab.java(target + how)
                .agentOptions(options(lab, "log.to=" + target))
                .startedBy("sh", "-c", unread, pipe)
                .classPath(List.of(classes))
                .main("scenario.UnreadErrorsApp", how)
                .run();
      }
    }
    return outcome;
  }

  private static Path classes(Lab lab) throws IOException {
    return lab.compile(
        "classes", List.of(), Lab.source("LogApp.java"), Lab.source("OwnFinder.java"));
  }

  private static String options(Lab lab, String options) {
    return lab.jdk().feature() >= 24 ? options + ",force=true" : options;
  }

  private static void require(String text, String part) {
    if (!text.contains(part)) {
      throw new AssertionError("\"" + part + "\" is missing in: " + text);
    }
  }

  private static void refuse(String text, String part) {
    if (text.contains(part)) {
      throw new AssertionError("\"" + part + "\" is in: " + text);
    }
  }
}
