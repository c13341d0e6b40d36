// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Tests that ran in a JVM of their own, on the packaged jar.
 *
 * @param results by the name of the test, with the names of nested classes before it
 * @param errors what was printed on standard error
 */
record TestRun(Map<String, Result> results, String errors) {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Pattern LINE =
      Pattern.compile("^" + RunTests.RESULT + "(\\S+) (\\S+) ?(\\S*)$", Pattern.MULTILINE);
  private static final Pattern SEGMENT =
      Pattern.compile(
          "\\[(?:class:.*?samples\\.|(?:nested-class|method|test-template|test-factory):)([^(\\]]+)[^\\]]*]"
              + "|:#(\\d+)]");

  /** How a test ended, and the printed exception if there was one. */
  record Result(String status, String text) {}

  /** How to run tests. */
  static final class Runner {

    private final Jdk jdk;
    private final List<String> options = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private List<Path> junit = oldest();

    /** The JVMs end before better code would pay. */
    private static final List<String> SHORT_LIVED =
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    Runner(Jdk jdk) {
      this.jdk = jdk;
    }

    /** Options of the JVM. */
    Runner options(String... more) {
      options.addAll(List.of(more));
      return this;
    }

    /** A configuration parameter of JUnit. */
    Runner parameter(String name, String value) {
      parameters.add(name + "=" + value);
      return this;
    }

    Runner inParallel() {
      return parameter("junit.jupiter.execution.parallel.enabled", "true")
          .parameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
          .parameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
          .parameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "8");
    }

    /** The JUnit that builds this project, not the oldest that will do. */
    Runner withNewestJUnit() throws IOException {
      List<Path> jars = new ArrayList<>();
      try (Stream<Path> files = Files.list(Path.of(System.getProperty("junit.newest")))) {
        files.forEach(jars::add);
      }
      jars.add(ClassPathArgument.entry(AssertionFailedError.class));
      junit = jars;
      return this;
    }

    private static List<Path> oldest() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Path::of)
          .filter(
              path -> path.getFileName().toString().matches("(junit-|opentest4j|apiguardian).*jar"))
          .toList();
    }

    TestRun run(String... classes) throws IOException, InterruptedException {
      List<Path> path = new ArrayList<>(junit);
      path.add(Path.of(System.getProperty("junit.jar")));
      path.add(ClassPathArgument.entry(RunTests.class));
      List<String> arguments = new ArrayList<>(parameters);
      Stream.of(classes)
          .map(name -> RunTests.class.getPackageName() + ".samples." + name)
          .forEach(arguments::add);
      Ended ended =
          jdk.java()
              .options(SHORT_LIVED)
              .options(options)
              .classPath(path)
              .main(RunTests.class, arguments.toArray(String[]::new))
              .run(LIMIT)
              .successfully();
      return of(ended);
    }
  }

  private static TestRun of(Ended ended) {
    Map<String, Result> results = new TreeMap<>();
    Matcher line = LINE.matcher(ended.output());
    while (line.find()) {
      String text = new String(Base64.getDecoder().decode(line.group(3)), StandardCharsets.UTF_8);
      results.put(name(line.group(1)), new Result(line.group(2), text));
    }
    return new TestRun(results, ended.errors());
  }

  private static String name(String id) {
    StringBuilder name = new StringBuilder();
    Matcher segment = SEGMENT.matcher(id);
    while (segment.find()) {
      name.append(name.isEmpty() || segment.group(1) == null ? "" : ".")
          .append(segment.group(1) == null ? "#" + segment.group(2) : segment.group(1));
    }
    return name.toString();
  }

  /**
   * @param test with its class, or without if there is only one of that name
   */
  Result result(String test) {
    List<String> found =
        results.keySet().stream()
            .filter(name -> name.equals(test) || name.endsWith("." + test))
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException("not one " + test + " in " + results.keySet());
    }
    return results.get(found.getFirst());
  }
}
