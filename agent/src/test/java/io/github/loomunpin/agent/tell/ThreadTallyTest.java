// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadTallyTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Outcome outcome(String options) throws Exception {
    return new Outcome(
        new PrintStream(out, true, StandardCharsets.UTF_8), AgentOptions.parse(options, ""));
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private static ThreadRewriter.Result result() {
    return new ThreadRewriter.Result(
        "a/B",
        Optional.of(new byte[0]),
        List.of("a.B.one", "a.B.two"),
        List.of("a.B.three: made by the JDK in java.util.Timer"));
  }

  @Test
  void without_the_option_there_is_no_tally() throws Exception {
    assertThat(outcome("verbose").threads()).isEmpty();
  }

  @Test
  void threads_of_a_pool_are_told_once_and_counted_each() throws Exception {
    Outcome outcome = outcome("threads=virtual");
    ThreadTally tally = outcome.threads().get();

    tally.add(result());
    tally.madeVirtual("pool-1-thread-1", "a.B.one");
    tally.madeVirtual("pool-1-thread-2", "a.B.one");
    tally.madeVirtual("other", "a.B.two");
    tally.left("util-12", "a.B.one", "keeps the VM alive");

    assertThat(said())
        .isEqualToNormalizingNewlines(
            "[loom-unpin] VirtualThread: 1 -> pool-1-thread-1\n"
                + "[loom-unpin] VirtualThread: 3 -> other\n");
    assertThat(tally.line())
        .isEqualTo(
            "made 3 threads virtual; 1 thread left: 1 × a thread that keeps the VM alive;"
                + " 1 site left: 1 × made by the JDK in java.util.Timer");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                TallyReport.json(
                    AgentOptions.parse("", ""),
                    true,
                    outcome.snapshot(),
                    List.of(),
                    outcome.threads()));
    assertThat(json.get("threadsVirtual").get("a.B.one: pool-#-thread-#").asInt()).isEqualTo(2);
    assertThat(json.get("threadsLeft").fieldNames())
        .toIterable()
        .containsExactly("a.B.one: util-#: a thread that keeps the VM alive");
    assertThat(json.get("threadSites").get("a.B.two").asInt()).isEqualTo(1);
    assertThat(json.get("threadSitesLeft").size()).isEqualTo(1);
  }

  @Test
  void verbose_tells_all() throws Exception {
    ThreadTally tally = outcome("threads=virtual,verbose").threads().get();

    tally.add(result());
    tally.madeVirtual("pool-1-thread-1", "a.B.one");
    tally.madeVirtual("pool-1-thread-2", "a.B.one");

    assertThat(said().lines())
        .containsExactly(
            "[loom-unpin] threads of 2 sites may be virtual in a.B",
            "[loom-unpin] VirtualThread: 1 -> pool-1-thread-1",
            "[loom-unpin] VirtualThread: 2 -> pool-1-thread-2");
  }

  @Test
  void a_dry_run_says_what_would_become_of_the_sites() throws Exception {
    ThreadTally tally = outcome("threads=virtual,mode=dry-run").threads().get();

    tally.add(result());

    assertThat(tally.line())
        .isEqualTo(
            "would make the threads of 2 sites virtual; 1 left: 1 × made by the JDK in"
                + " java.util.Timer");
  }
}
