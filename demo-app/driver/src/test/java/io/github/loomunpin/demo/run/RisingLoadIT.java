// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.ShortLived;
import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy with the service that it asks, for fewer users than any figure needs. */
class RisingLoadIT {

  private static final Experiment PROXY =
      Experiments.all().stream()
          .filter(experiment -> experiment.application().service().isPresent())
          .findFirst()
          .orElseThrow();
  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** All requests leave at once and all are answered, however long that takes. */
  private static final Schedule UNTIL_ANSWERED =
      new Schedule(Duration.ofSeconds(1), Duration.ZERO, TIMEOUT, Duration.ZERO, 1);

  @TempDir private Path output;

  @Test
  void one_jvm_is_asked_by_more_and_more_users_and_each_number_has_its_own_record()
      throws Exception {
    List<Observed> observed = new ArrayList<>();
    List<Long> jvms = new ArrayList<>();
    try (var risingLoad = new RisingLoad(runner(jar()))) {
      for (int users : List.of(5, 10, 20)) {
        observed.add(risingLoad.make(run(users)));
        jvms.add(application().pid());
      }
    }

    assertThat(jvms.stream().distinct()).hasSize(1);
    assertThat(observed)
        .extracting(one -> one.past().users())
        .containsExactly(List.of(), List.of(5), List.of(5, 10));
    assertThat(observed)
        .allSatisfy(
            one -> {
              assertThat(one.windows()).hasSize(1);
              assertThat(one.windows().getFirst().measurement().errors()).isZero();
              assertThat(one.past().replaced()).isEmpty();
              assertThat(one.last().heaps().orElseThrow().histogram()).contains("java.lang.String");
            });
    assertThat(
            observed.stream().map(one -> one.last().heaps().orElseThrow().idleBytes()).distinct())
        .as("all are compared with the heap after the warm-up")
        .hasSize(1);
    assertThatEachRecordingEndsWhereTheNextBegins(observed);
    assertThat(log(5)).contains("Listening on");
    assertThat(log(10) + log(20)).doesNotContain("Listening on");
    assertThat(jvms).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
  }

  @Test
  @Tag("long")
  void a_jvm_that_ends_is_replaced_for_the_next_users_and_fails_those_alone_who_ask_it()
      throws Exception {
    try (var risingLoad = new RisingLoad(runner(jar()))) {
      risingLoad.make(run(5));
      var first = application();
      first.destroyForcibly();
      first.onExit().join();

      var observed = risingLoad.make(run(10));

      assertThat(observed.windows().getFirst().measurement().answered()).isEqualTo(10);
      assertThat(observed.past().replaced()).hasValue("ended");
      assertThat(observed.past().users()).isEmpty();
      assertThat(log(10)).contains("Listening on");

      var second = application();
      var killer = Thread.ofPlatform().start(() -> endWhileItIsAsked(second));
      // Nobody gets an answer in that time.
      assertThatThrownBy(() -> risingLoad.make(run(20, "/address/600000")))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the application ended by itself with exit code");
      killer.join();
    }
  }

  @Test
  void one_that_does_not_start_says_so_each_time() {
    try (var risingLoad = new RisingLoad(runner(output.resolve("none.jar")))) {
      for (int users : List.of(5, 10)) {
        assertThatThrownBy(() -> risingLoad.make(run(users)))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("does not start");
      }
    }
  }

  private void assertThatEachRecordingEndsWhereTheNextBegins(List<Observed> observed)
      throws IOException {
    RecordedEvent before = null;
    for (var one : observed) {
      var events = RecordingFile.readAllEvents(one.recording().orElseThrow().file());
      var collections =
          events.stream()
              .filter(event -> event.getEventType().getName().equals("jdk.GarbageCollection"))
              .toList();
      // The histogram under load collects the garbage.
      assertThat(collections).isNotEmpty();
      if (before != null) {
        assertThat(collections.getFirst().getStartTime()).isAfter(before.getEndTime());
      }
      before = collections.getLast();
      assertThat(events)
          .as("tells which JVM it is of")
          .anyMatch(event -> event.getEventType().getName().equals("jdk.JVMInformation"));
    }
  }

  /** The second recording of a JVM begins just before it is asked by other users. */
  private void endWhileItIsAsked(ProcessHandle process) {
    try {
      while (process.isAlive() && !recordings(process).contains("name=more")) {
        Thread.sleep(100);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private String recordings(ProcessHandle process) throws IOException, InterruptedException {
    return Jdk.named(21)
        .orElseThrow()
        .tool("jcmd", Long.toString(process.pid()), "JFR.check")
        .run(TIMEOUT)
        .output();
  }

  /** The one that this test has started. */
  private static ProcessHandle application() {
    return ProcessHandle.current()
        .descendants()
        .filter(RisingLoadIT::asksTheService)
        .findFirst()
        .orElseThrow();
  }

  private static boolean asksTheService(ProcessHandle process) {
    return Stream.of(process.info().arguments().orElse(new String[0]))
        .anyMatch(argument -> argument.startsWith("--service="));
  }

  private String log(int users) throws IOException {
    return Files.readString(output.resolve(run(users).id() + ".log"));
  }

  private static Run run(int users) {
    return run(users, "/address/500");
  }

  private static Run run(int users, String path) {
    var run = PROXY.run("proxy-webflux-address-500");
    var atOnce =
        new Endpoint(
            run.endpoint().id(),
            path,
            run.endpoint().does(),
            new Load.AtOnce(users, "/address/1"),
            run.endpoint().arguments(),
            "");
    return new Run(run.round(), atOnce.on(users));
  }

  private static Path jar() {
    return PROJECT.resolve(PROXY.application().jar());
  }

  private Runner runner(Path jar) {
    var jdk21 = Jdk.named(21);
    assumeTrue(jdk21.isPresent(), "no JDK 21");
    return new Runner(
        jdk21.get(),
        ShortLived.of(PROXY.application()),
        jar,
        Path.of("none"),
        Optional.empty(),
        output,
        UNTIL_ANSWERED);
  }
}
