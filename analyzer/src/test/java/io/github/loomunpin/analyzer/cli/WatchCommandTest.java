// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchCommandTest extends CommandTest {

  @Test
  void wrong_usage_is_said_before_a_jvm_is_touched() {
    assertUsage("Missing required parameter: 'PID'", "watch");
    assertUsage("'app' is not a long", "watch", "app");
    assertUsage("--duration must be more than nothing", "watch", "1", "--duration=0s");
    assertUsage("'20' is not a time", "watch", "1", "--threshold=20");
    assertUsage("must be one of text, json", "watch", "1", "--format=html");
    assertUsage("--allow com.(a): \"(\" is in no name", "watch", "1", "--allow=com.(a)");
    assertUsage("--own com;com.[a]: \"[\" is in no name", "watch", "1", "--own=com,com.[a]");
  }

  @Test
  void a_number_that_no_process_has_is_one_line() {
    assertExit(3, "watch", "999999999999");

    assertThat(err.toString())
        .isEqualTo(
            "analyzer: there is no process 999999999999 on this machine" + System.lineSeparator());
  }

  @Test
  void help_says_how_to_watch_and_what_the_jvm_says_of_it() {
    assertExit(0, "watch", "--help");

    assertThat(out.toString())
        .contains("analyzer watch 4711", "--agent", "-XX:+EnableDynamicAgentLoading", "Exit codes");
  }
}
