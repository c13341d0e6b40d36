// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPath;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Programs that stand still on JDK 21, dumps of them, and what the packaged analyzer says. */
abstract class Freezing {

  static final String PROGRAMS = "io.github.loomunpin.analyzer.freezes.";

  private static final Pattern STILL = Pattern.compile("stands still");

  @TempDir Path directory;
  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
    assumeTrue(
        Files.isExecutable(Jdk.running().bin("jcmd")), "needs jcmd in the JDK that runs the tests");
  }

  /** What threads on carriers and those they wait for hold. */
  static List<String> holders(JsonNode jvm, String kind) {
    return Stream.of("/pinned", "/running", "/holders")
        .flatMap(list -> jvm.at(list).findValues("holds").stream())
        .flatMap(JsonNode::valueStream)
        .filter(held -> held.at("/kind").asText().equals(kind))
        .map(
            held ->
                held.at("/sites").isEmpty()
                    ? held.at("/type").asText()
                    : held.at("/sites/0/site/class").asText()
                        + "."
                        + held.at("/sites/0/site/method").asText())
        .distinct()
        .toList();
  }

  final Child start(String program, String... options) throws Exception {
    Child child =
        jdk21
            .java()
            .options("-Djdk.virtualThreadScheduler.parallelism=2")
            .options("-Djdk.virtualThreadScheduler.maxPoolSize=2")
            .options(options)
            .classPath(ClassPath.of(DeepHolder.class))
            .main(PROGRAMS + program)
            .start();
    child.awaitPrinted(STILL, Recorded.TIMEOUT);
    return child;
  }

  final Path dump(Child child, String name, String... options)
      throws IOException, InterruptedException {
    Path file = directory.resolve(name);
    Jdk.running()
        .tool("jcmd", Long.toString(child.pid()), "Thread.dump_to_file")
        .arguments(options)
        .arguments(file.toString())
        .run(Recorded.TIMEOUT)
        .successfully();
    return file;
  }

  final Path print(Child child) throws IOException, InterruptedException {
    Ended printed =
        Jdk.running()
            .tool("jcmd", Long.toString(child.pid()), "Thread.print")
            .run(Recorded.TIMEOUT)
            .successfully();
    return Files.writeString(directory.resolve("print.txt"), printed.output());
  }

  static JsonNode report(int exitCode, Path... dumps) throws IOException, InterruptedException {
    List<String> arguments =
        Stream.concat(
                Stream.of("report", "--class-path", ClassPath.of(DeepHolder.class).toString()),
                Stream.of(dumps).map(Path::toString))
            .toList();
    return Reported.json(exitCode, arguments.toArray(String[]::new));
  }
}
