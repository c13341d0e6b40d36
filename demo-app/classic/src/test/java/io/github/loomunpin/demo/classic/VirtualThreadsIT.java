// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent makes threads of the libraries virtual, which took forks of twelve classes in 2020. */
class VirtualThreadsIT {

  private static EmbeddedDatabase database;

  @TempDir private Path directory;

  @BeforeAll
  static void startDatabase() throws IOException {
    database = EmbeddedDatabase.start(30);
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
  }

  @Test
  void threads_of_libraries_become_virtual_and_the_application_works_and_ends() throws Exception {
    Path reports = directory.resolve("agent");
    Launched ended;
    try (var application = launch("threads=virtual,strict,report=" + reports)) {
      ended = application;

      assertThat(application.get("/")).isEqualTo("OK");
      assertThat(application.get("/sql")).isEqualTo("[{pg_sleep=}]");
    }

    assertThat(ended.printed())
        .containsPattern("VirtualThread: \\d+ -> OnCondition\\R")
        .containsPattern("VirtualThread: \\d+ -> HikariPool-1 housekeeper\\R")
        .containsPattern("VirtualThread: \\d+ -> HikariPool-1 connection adder\\R")
        .containsPattern("VirtualThread: \\d+ -> http-nio-127.0.0.1-auto-1-exec-1\\R")
        .containsPattern("VirtualThread: \\d+ -> http-nio-127.0.0.1-auto-1-Acceptor\\R")
        .containsPattern("made \\d+ threads virtual; \\d+ threads? left: .*keeps the VM alive")
        .doesNotContain("-> Catalina-utility");
    assertThat(report(reports))
        .contains(
            "TaskThreadFactory.newThread: Catalina-utility-#: a thread that keeps the VM alive",
            "SharedTimer.getTimer: made by the JDK in java.util.Timer",
            "NioEndpoint.startInternal: a thread that waits in Selector.select, which keeps a"
                + " carrier",
            "NioBlockingSelector.open: a subclass of Thread",
            "TomcatWebServer.startDaemonAwaitThread: a subclass of Thread",
            "UtilityElf$DefaultThreadFactory.newThread: HikariPool-# housekeeper\": 1");
  }

  @Test
  @Tag("long")
  void a_dry_run_leaves_all_threads_and_says_what_would_become_virtual() throws Exception {
    Launched ended;
    try (var application = launch("threads=virtual;com.acme.*,mode=dry-run")) {
      ended = application;

      assertThat(application.get("/")).isEqualTo("OK");
    }

    assertThat(ended.printed())
        .contains("threads=com.acme.* has matched no class")
        .containsPattern("would make the threads of \\d sites virtual; \\d left: ")
        .doesNotContain("VirtualThread:");
  }

  private Launched launch(String agentOptions) throws IOException {
    var jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "no JDK 21");
    var program =
        jdk.get()
            .java()
            .options("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .options("-javaagent:" + System.getProperty("agent.jar") + "=" + agentOptions)
            .options("-jar", System.getProperty("classic.jar"))
            .program()
            .arguments(List.of("--port", "0", "--pool-size", "3", "--db", database.url()));
    return Launched.of(program, directory.resolve("out"));
  }

  private static String report(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return Files.readString(files.findFirst().orElseThrow());
    }
  }
}
