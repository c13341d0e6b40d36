// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.analyzer.record.ProcessAccess;
import io.github.loomunpin.analyzer.record.RecordException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Has a JVM load the agent, and reports in one line whatever is in the way. */
final class AgentLoad {

  private static final int OLDEST_JDK = 21;

  /** The agent connects before the JVM says that it has loaded it. */
  private static final Duration CONNECTS = Duration.ofSeconds(10);

  private static final String RUN_THERE = ": run the analyzer there";

  private final ProcessHandle process;
  private final String name;
  private final WatchOptions options;
  private final ProcessAccess access;

  AgentLoad(ProcessHandle process, WatchOptions options) {
    this.process = process;
    this.name = "process " + process.pid();
    this.options = options;
    this.access = ProcessAccess.of(process);
  }

  /** The connection of the agent; the folder that was needed to get it is gone. */
  SocketChannel connected() throws RecordException, IOException, InterruptedException {
    Optional<String> self = ProcessHandle.current().info().user();
    if (access.user().isPresent() && !self.equals(Optional.of("root"))) {
      throw new RecordException(
          name + " cannot be watched" + access.whereNotAsked("watch", RUN_THERE));
    }
    Path shown = Path.of("/proc", Long.toString(process.pid()));
    if (access.contained() && hasOtherNumber(shown.resolve("status"))) {
      throw new RecordException(name + " is in a container" + RUN_THERE);
    }
    Path root = access.contained() ? shown.resolve("root") : Path.of("/");
    try (WatchPlace place = WatchPlace.make(root, shown)) {
      Path jar = AgentJar.toAttach(options.agent(), place.folder());
      check(jar, root, place);
      load(jar, Attachment.to(process.pid(), root), place);
      return place.accept(CONNECTS).orElseThrow(() -> noAnswer(jar));
    }
  }

  private void check(Path jar, Path root, WatchPlace place) throws RecordException {
    if (jar.toString().contains("=")) {
      throw new RecordException(
          "the JVM takes no agent from " + jar + ": there must be no = in its name and folder");
    }
    if (!Files.exists(root.resolve(place.seenByJvm(jar).substring(1)))) {
      throw new RecordException(
          name
              + " does not see "
              + jar
              + "; it is in a container, or has files of its own"
              + RUN_THERE);
    }
  }

  private void load(Path jar, Attachment jvm, WatchPlace place) throws RecordException {
    String jdk = jvm.properties().getProperty("java.specification.version", "");
    if (isTooOld(jdk)) {
      throw new RecordException(name + " runs JDK " + jdk + "; watch needs JDK 21 or newer");
    }
    jvm.load(place.seenByJvm(jar), options.agentOptions(place.socketSeenByJvm()));
  }

  static boolean isTooOld(String jdk) {
    return jdk.startsWith("1.") || jdk.matches("\\d{1,3}") && Integer.parseInt(jdk) < OLDEST_JDK;
  }

  private RecordException noAnswer(Path jar) {
    return new RecordException(
        "the agent in "
            + name
            + " does not answer; look for the reason in the standard error of that process, for"
            + " example that its user cannot read "
            + jar);
  }

  /** Whether the process has another number for itself, as far as Linux shows it. */
  private static boolean hasOtherNumber(Path status) {
    try {
      return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
          .anyMatch(line -> line.matches("NSpid:\\s*\\d+\\s+\\d+.*"));
    } catch (IOException e) {
      return false;
    }
  }
}
