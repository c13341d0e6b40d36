// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.junit.TestRun.Result;
import io.github.loomunpin.junit.TestRun.Runner;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs tests that pin or do not in JVMs of their own. */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class PinExtensionIT {

  private static final String PASSED = "SUCCESSFUL";
  private static final String FAILED = "FAILED";
  private static final String SKIPPED = "ABORTED";

  private final Map<Integer, TestRun> runs = new ConcurrentHashMap<>();

  private static Runner on(int feature) {
    Optional<Jdk> jdk = Jdk.named(feature);
    assumeTrue(jdk.isPresent(), "needs a JDK: set -Djdk" + feature + ".home=HOME");
    return new Runner(jdk.get());
  }

  /** All that may run one after the other in one JVM; at the end, a thread hangs. */
  private TestRun shared() {
    return runs.computeIfAbsent(
        21,
        jdk -> {
          try {
            return on(jdk).run("Kinds", "Forms", "Forms$Extended", "Server", "Ends", "Ends$Later");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Result kind(String test) {
    return shared().result("Kinds." + test);
  }

  private Result end(String test) {
    return shared().result(test);
  }

  @Test
  void a_failure_has_the_report_and_no_stack_of_the_extension() throws Exception {
    Result result = kind("sleeps_under_a_monitor");

    assertThat(result.status()).isEqualTo(FAILED);
    assertThat(result.text())
        .contains("@ShouldNotPin: 1 pin under io.github.loomunpin.junit.samples.Client.call:")
        .contains("Kinds.sleeps_under_a_monitor: JDK 21")
        .contains("The agent ends the pin.")
        .contains("test-classes, Client.java:")
        .contains("synchronized method, locks")
        .contains("the agent converts it")
        .contains("blocked in java.lang.Thread.sleep")
        .doesNotContain("PinExtension", "org.junit");
  }

  @Test
  void what_does_not_pin_passes() throws Exception {
    assertThat(kind("sleeps").status()).isEqualTo(PASSED);
    assertThat(kind("sleeps_under_a_monitor_in_a_platform_thread").status()).isEqualTo(PASSED);
    assertThat(kind("says_nothing").status()).isEqualTo(PASSED);
  }

  @Test
  void each_way_to_pin_fails_with_its_holder() throws Exception {
    assertThat(kind("waits"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("Client.waitForNobody"));
    assertThat(kind("holds_deep_down"))
        .returns(FAILED, Result::status)
        .matches(
            result ->
                result.text().contains("under io.github.loomunpin.junit.samples.Client.holdDeep"));
    assertThat(kind("cannot_enter"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("Client.call"));
  }

  @Test
  void initialization_of_classes_does_not_count_but_is_printed() throws Exception {
    assertThat(kind("initializes_a_class").status()).isEqualTo(PASSED);
    assertThat(shared().errors())
        .contains(
            "[loom-unpin] Kinds.initializes_a_class: set aside: 1 pin, ",
            "in the static initializer of io.github.loomunpin.junit.samples.Kinds$Settings");
    assertThat(kind("should_pin_but_initializes_a_class"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("no virtual thread was pinned"))
        .matches(result -> result.text().contains("set aside: 1 pin"));
  }

  @Test
  void a_test_that_should_pin_fails_if_it_does_not_or_too_often() throws Exception {
    assertThat(kind("should_pin_and_does").status()).isEqualTo(PASSED);
    assertThat(kind("should_pin_but_does_not"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("@ShouldPin: no virtual thread was pinned"));
    assertThat(kind("should_pin_once_but_does_twice"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("2 pins under"))
        .matches(result -> result.text().contains("at most 1 allowed"));
  }

  @Test
  void some_pins_may_be_allowed() throws Exception {
    assertThat(kind("pins_more_often_than_allowed"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("2 pins under"))
        .matches(result -> result.text().contains("at most 1 allowed"));
    assertThat(kind("pins_as_often_as_allowed").status()).isEqualTo(PASSED);
    assertThat(kind("pins_for_less_than_ten_seconds").status()).isEqualTo(PASSED);
    assertThat(kind("pins_for_more_than_a_millisecond").status()).isEqualTo(FAILED);
  }

  @Test
  void holders_may_be_allowed() throws Exception {
    assertThat(kind("may_pin_in_a_method").status()).isEqualTo(PASSED);
    assertThat(shared().errors())
        .contains("[loom-unpin] Kinds.may_pin_in_a_method: set aside: 1 pin, ")
        .contains("(allowed by the test)");
    assertThat(kind("may_pin_in_another_method").status()).isEqualTo(FAILED);
    assertThat(kind("may_pin_by_an_inner_monitor_only")).returns(FAILED, Result::status);
  }

  @Test
  void holders_of_other_packages_may_be_left_out() throws Exception {
    assertThat(kind("pins_in_a_foreign_package").status()).isEqualTo(PASSED);
    assertThat(shared().errors()).contains("(not of the test's own packages)");
    assertThat(kind("pins_in_its_own_package").status()).isEqualTo(FAILED);
  }

  @Test
  void wrong_annotations_are_told() throws Exception {
    assertThat(kind("says_both"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("both @ShouldPin and @ShouldNotPin"));
    assertThat(kind("says_nonsense"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("atMost must be at least 0, not -1"));
  }

  @Test
  void every_form_of_test_is_watched() throws Exception {
    assertForms(shared());
  }

  @Test
  void annotations_are_inherited() throws Exception {
    assertThat(shared().result("Forms$Extended.pins").status()).isEqualTo(FAILED);
    assertThat(shared().result("Forms$Extended.says_something_else").status()).isEqualTo(PASSED);
  }

  @Test
  void the_newest_junit_will_do() throws Exception {
    TestRun run = on(21).withNewestJUnit().run("Forms");

    assertForms(run);
  }

  private static void assertForms(TestRun run) {
    assertThat(run.result("Forms.pins").status()).isEqualTo(FAILED);
    assertThat(run.result("Forms.says_something_else").status()).isEqualTo(PASSED);
    assertThat(run.result("Forms.with_parameter#1").status()).isEqualTo(PASSED);
    assertThat(run.result("Forms.with_parameter#2"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("Forms.with_parameter[2]: JDK 21"));
    assertThat(run.result("Forms.repeated#1").status()).isEqualTo(PASSED);
    assertThat(run.result("Forms.repeated#2").status()).isEqualTo(FAILED);
    assertThat(run.result("Forms.factory").status()).isEqualTo(FAILED);
    assertThat(run.result("Forms.factory#2").status()).isEqualTo(PASSED);
    assertThat(run.result("Forms.pins_when_cold").status()).isEqualTo(PASSED);
    assertThat(run.result("Forms.pins_always")).returns(FAILED, Result::status);
    assertThat(run.result("Forms.pins_always").text()).contains("@ShouldNotPin: 1 pin under");
    assertThat(run.result("Forms.Inner.pins_as_well")).returns(FAILED, Result::status);
  }

  @Test
  void a_test_that_fails_itself_keeps_its_failure_and_tells_its_pins_as_well() throws Exception {
    assertThat(end("fails_and_pins"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().startsWith("java.lang.IllegalStateException: of its own"))
        .matches(result -> result.text().contains("Suppressed: "))
        .matches(result -> result.text().contains("@ShouldNotPin: 1 pin under"));
    assertThat(end("should_pin_but_fails_before"))
        .returns(FAILED, Result::status)
        .matches(result -> !result.text().contains("@ShouldPin"));
    assertThat(end("is_aborted").status()).isEqualTo(SKIPPED);
    assertThat(end("runs_out_of_time").text())
        .startsWith("java.util.concurrent.TimeoutException")
        .contains("@ShouldNotPin: 1 pin under");
    assertThat(end("runs_out_of_time_elsewhere").text())
        .startsWith("java.util.concurrent.TimeoutException")
        .contains("@ShouldNotPin: 1 pin under");
  }

  @Test
  void tear_down_belongs_to_the_test() throws Exception {
    assertThat(end("pins_in_its_tear_down").status()).isEqualTo(FAILED);
  }

  @Test
  void a_pin_that_ends_after_the_test_is_the_tests() throws Exception {
    assertThat(end("leaves_while_pinned"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("@ShouldNotPin: 1 pin under"));
  }

  @Test
  void a_pin_that_does_not_end_is_told_once() throws Exception {
    assertThat(end("hangs"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("Still pinned: carrier ForkJoinPool-"));
    assertThat(end("comes_after_one_that_hangs").status()).isEqualTo(PASSED);
  }

  @Test
  void a_thread_that_another_test_left_is_not_the_tests() throws Exception {
    assertThat(end("has_nothing_to_do_with_it").status()).isEqualTo(PASSED);
  }

  @Test
  void servers_in_the_same_jvm_are_watched() throws Exception {
    TestRun run = shared();

    assertThat(run.result("asks_for_a_page_that_pins"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("samples.Client.call"));
    assertThat(run.result("knows_of_a_page_that_pins").status()).isEqualTo(PASSED);
    assertThat(run.result("asks_for_a_page_that_sleeps").status()).isEqualTo(PASSED);
  }

  @Test
  void parallel_tests_do_not_blame_each_other() throws Exception {
    TestRun run = on(21).inParallel().run("Parallel$One", "Parallel$Another", "Parallel$Unwatched");

    assertThat(run.results().values()).hasSizeGreaterThan(6);
    assertThat(run.result("Parallel$One.pins"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("@ShouldNotPin: 1 pin under"));
    assertThat(run.result("Parallel$One.does_not_pin").status()).isEqualTo(PASSED);
    assertThat(run.result("Parallel$Another.does_not_pin").status()).isEqualTo(PASSED);
    assertThat(run.result("Parallel$Another.should_pin").status()).isEqualTo(PASSED);
    assertThat(run.result("Parallel$Another.should_pin_but_does_not").status()).isEqualTo(FAILED);
    assertThat(run.result("Parallel$Unwatched.pins").status()).isEqualTo(PASSED);
  }

  @Test
  void what_cannot_be_told_apart_is_said() throws Exception {
    TestRun run = on(21).inParallel().run("Unclear$NeitherShould");

    assertThat(run.result("Unclear$NeitherShould.one").text())
        .contains("1 pin may be of another test that ran at the same time")
        .contains("Unclear.NeitherShould.other");
    assertThat(run.result("Unclear$NeitherShould.other").text())
        .contains("Unclear.NeitherShould.one");
  }

  @Test
  void a_test_that_should_pin_takes_what_cannot_be_told_apart() throws Exception {
    TestRun run = on(21).inParallel().run("Unclear$OneShould");

    assertThat(run.result("Unclear$OneShould.one").status()).isEqualTo(PASSED);
    assertThat(run.result("Unclear$OneShould.other").status()).isEqualTo(PASSED);
  }

  @Test
  void under_the_agent_nothing_pins_that_it_converts() throws Exception {
    Path agent = Path.of(System.getProperty("agent.jar"));
    assumeTrue(Files.exists(agent), "needs the agent's jar");

    TestRun run = on(21).options("-javaagent:" + agent).run("Kinds");

    assertThat(run.result("sleeps_under_a_monitor").status()).isEqualTo(PASSED);
    assertThat(run.result("waits").status()).isEqualTo(PASSED);
    assertThat(run.result("should_pin_and_does"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("The loom-unpin agent of this JVM converts"));
    assertThat(run.errors()).contains("Kinds.initializes_a_class: set aside: 1 pin");
  }

  @Test
  void since_jdk_24_monitors_do_not_pin() throws Exception {
    TestRun run = on(25).run("Kinds");

    assertThat(run.result("sleeps_under_a_monitor").status()).isEqualTo(PASSED);
    assertThat(run.result("waits").status()).isEqualTo(PASSED);
    assertThat(run.result("should_pin_and_does"))
        .returns(FAILED, Result::status)
        .matches(result -> result.text().contains("where monitors do not pin"));
    assertThat(run.result("initializes_a_class").status()).isEqualTo(PASSED);
    assertThat(run.errors()).contains("Kinds.initializes_a_class: set aside: 1 pin");
  }

  @Test
  void without_the_flight_recorder_nothing_is_said_to_be_checked() throws Exception {
    TestRun run =
        on(21)
            .options("--limit-modules", "java.base,java.logging,java.management,jdk.httpserver")
            .run("Forms");

    assertThat(run.result("pins"))
        .returns(SKIPPED, Result::status)
        .matches(result -> result.text().contains("@ShouldNotPin was not checked"))
        .matches(result -> result.text().contains("jdk.jfr"));
  }

  @Test
  void without_the_flight_recorder_a_build_may_fail() throws Exception {
    TestRun run =
        on(21)
            .options("--limit-modules", "java.base,java.logging,jdk.httpserver")
            .parameter(PinExtension.MUST_CHECK, "true")
            .run("Forms");

    assertThat(run.result("repeated#1").status()).isEqualTo(FAILED);
  }

  @Test
  void a_jdk_without_virtual_threads_runs_the_tests_and_says_so() throws Exception {
    TestRun run = on(17).run("Oldest");

    assertThat(run.result("should_not_pin").status()).isEqualTo(PASSED);
    assertThat(run.result("should_pin").status()).isEqualTo(SKIPPED);
    assertThat(run.errors())
        .containsOnlyOnce("@ShouldNotPin was not checked: JDK 17 has no virtual threads");
  }
}
