// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the packaged analyzer says of programs that stand still on JDK 21, from every kind of dump.
 */
class FreezeIT {

  private static final String PROGRAMS = "io.github.loomunpin.analyzer.freezes.";
  private static final FreezePage PAGE = new FreezePage();
  private static final Pattern STILL = Pattern.compile("stands still");

  @TempDir private Path directory;
  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
    assumeTrue(
        Files.isExecutable(Jdk.running().bin("jcmd")), "needs jcmd in the JDK that runs the tests");
  }

  /** The page has what each program does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MapFunction    | NO_CARRIER_LEFT   | MONITOR           | java.util.concurrent.ConcurrentHashMap.computeIfAbsent
          Initializer    | NO_CARRIER_LEFT   | CLASS_INITIALIZER | Initializer$Settings
          NextOwner      | NO_CARRIER_LEFT   | MONITOR           | NextOwner$Span.finish
          LazyPool       | NO_CARRIER_LEFT   | MONITOR           | LazyPool.getConnection
          Circle         | CIRCLE            | MONITOR           | Circle.leftFirst
          Upcall         | NO_CARRIER_LEFT   | NATIVE_FRAME      | java.lang.Class
          PlatformOwner  | NO_CARRIER_LEFT   | MONITOR           | PlatformOwner.keep
          PlatformCircle | CIRCLE            | MONITOR           | PlatformCircle.with
          LockKeeper     | NO_CARRIER_LEFT   | MONITOR           | LockKeeper$Facade.read
          OtherObjects   | SOME_PINNED       | MONITOR           | OtherObjects.keep
          BusyHolder     | CARRIERS_BUSY     | MONITOR           | BusyHolder.compute
          Iterating      | NO_CARRIER_LEFT   | MONITOR           | Iterating.each
          Sleepers       | SHORT_OF_CARRIERS | MONITOR           | Sleepers$Slow.call
          AtEntry        | CARRIERS_BUSY     |                   |
          Spinning       | CARRIERS_BUSY     |                   |
          TwoElements    | NO_CARRIER_LEFT   | MONITOR           | TwoElements.transfer
          Closing        | NO_CARRIER_LEFT   | MONITOR           | Closing.all
          Waiters        | NO_CARRIER_LEFT   |                   |
          ThreeOwners    | NO_CARRIER_LEFT   | MONITOR           | ThreeOwners.root
          Lockout        | CIRCLE            | MONITOR           | Lockout.get
          LateNotifier   | NO_CARRIER_LEFT   | MONITOR           | LateNotifier.keep
          AnyObject      | NO_CARRIER_LEFT   | MONITOR           | AnyObject$Account.moveTo
          OtherLock      | NO_CARRIER_LEFT   | MONITOR           | OtherLock.useWithin
          Joining        | NO_CARRIER_LEFT   | MONITOR           | Joining.joins
          OwnClass       | NO_CARRIER_LEFT   | MONITOR           | OwnClass$Base.keep
          Superclass     | NO_CARRIER_LEFT   | CLASS_INITIALIZER | Superclass$Above
          TimedWaits     | SHORT_OF_CARRIERS |                   |
          HelperWaits    | NO_CARRIER_LEFT   |                   |
          """)
  void names_the_holder(String program, String verdict, String kind, String holder)
      throws Exception {
    try (Child child = start(program)) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo(verdict);
      if (kind != null) {
        assertThat(holders(jvm, kind)).as("%s", jvm).anyMatch(name -> name.endsWith(holder));
      }
      assertThat(jvm.at("/carriers").asInt()).isEqualTo(2);
      PAGE.add(program, verdict, kind == null ? List.of() : holders(jvm, kind));
    }
  }

  @AfterAll
  static void compares_the_page() throws IOException {
    PAGE.compare();
  }

  @Test
  void names_the_same_holder_from_json() throws Exception {
    try (Child child = start("MapFunction")) {
      Path json = dump(child, "dump.json", "-format=json");

      JsonNode jvm = report(ExitCode.FINDINGS, json).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
      assertThat(holders(jvm, "MONITOR"))
          .containsExactly("java.util.concurrent.ConcurrentHashMap.computeIfAbsent");
      assertThat(jvm.at("/ready")).isNotEmpty();
    }
  }

  @Test
  void names_the_thread_that_has_no_carrier_to_take_the_lock() throws Exception {
    try (Child child = start("NextOwner")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "a.txt"), dump(child, "b.txt"));

      assertThat(jvm.at("/jvms")).hasSize(1);
      assertThat(jvm.at("/jvms/0/ready")).hasSize(1);
      assertThat(jvm.at("/jvms/0/ready/0/name").asText()).isEqualTo("worker-0");
      assertThat(jvm.at("/jvms/0/pinned"))
          .allSatisfy(
              thread -> {
                assertThat(thread.at("/still").asInt()).isEqualTo(2);
                assertThat(thread.at("/waits/0/kind").asText()).isEqualTo("LOCK");
              });
    }
  }

  @Test
  void says_whom_waiting_threads_wait_for() throws Exception {
    try (Child child = start("Waiters")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
      assertThat(jvm.at("/pinned/0/waits/0/sites/0/site/kind").asText()).isEqualTo("WAIT");
      assertThat(jvm.at("/pinned/0/holds")).isEmpty();
      assertThat(jvm.at("/ready/0/name").asText()).isEqualTo("worker-2");
    }
  }

  @Test
  void tells_threads_that_run_from_threads_that_wait() throws Exception {
    try (Child child = start("Spinning")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).isEqualTo("CARRIERS_BUSY");
      assertThat(jvm.at("/running")).hasSize(2);
    }
  }

  @Test
  void names_all_that_may_hold_the_object_and_makes_no_circle_of_them() throws Exception {
    try (Child child = start("OtherObjects")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("SOME_PINNED");
      assertThat(jvm.at("/circle")).isEmpty();
      assertThat(jvm.at("/holders"))
          .extracting(holder -> holder.at("/name").asText())
          .containsExactlyInAnyOrder("keeps-left", "keeps-right");
    }
  }

  @Test
  void names_who_may_have_a_lock_and_calls_nobody_ready_for_it() throws Exception {
    try (Child child = start("LockKeeper")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/ready")).as("%s", jvm).isEmpty();
      assertThat(jvm.at("/holders/0/name").asText()).isEqualTo("worker-0");
    }
  }

  @Test
  void tells_who_waits_at_an_entry_from_who_computes_behind_it() throws Exception {
    try (Child child = start("BusyHolder")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CARRIERS_BUSY");
      assertThat(jvm.at("/running/0/name").asText()).isEqualTo("worker-0");
      assertThat(jvm.at("/pinned/0/name").asText()).isEqualTo("worker-1");
      assertThat(jvm.at("/pinned/0/waits/0/kind").asText()).isEqualTo("MONITOR");
    }
  }

  @Test
  void calls_nothing_frozen_that_goes_on_after_a_time() throws Exception {
    try (Child child = start("Sleepers")) {
      JsonNode jvm =
          report(ExitCode.FINDINGS, dump(child, "a.txt"), dump(child, "b.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("SHORT_OF_CARRIERS");
      assertThat(jvm.at("/pinned")).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void says_once_what_recursion_holds_many_times() throws Exception {
    try (Child child = start("Recursive")) {
      Ended ended =
          Reported.run(
              new String[] {
                "report",
                "--class-path",
                ClassPath.of(DeepHolder.class).toString(),
                dump(child, "dump.txt").toString()
              });

      assertThat(ended.output()).contains("(201 times)");
      assertThat(ended.output().lines().count()).isLessThan(20);
    }
  }

  @Test
  void does_not_decide_who_of_those_at_an_entry_has_the_monitor() throws Exception {
    try (Child child = start("AtEntry")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CARRIERS_BUSY");
      assertThat(jvm.at("/pinned")).hasSize(2);
      assertThat(jvm.at("/pinned").findValuesAsText("evidence")).containsOnly("POSSIBLE");
      assertThat(jvm.at("/waits")).isEmpty();
    }
  }

  @Test
  void names_who_may_have_locked_a_collection_to_iterate_over_it() throws Exception {
    try (Child child = start("Iterating")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("NO_CARRIER_LEFT");
      assertThat(jvm.at("/running")).isEmpty();
      assertThat(jvm.at("/waits")).hasSize(1);
    }
  }

  /** The lock is free, and who would get it has no carrier: nobody holds it. */
  @Test
  void takes_no_other_lock_of_an_object_for_the_one_that_is_waited_for() throws Exception {
    try (Child child = start("OtherLock")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt")).at("/jvms/0");

      assertThat(jvm.at("/waits")).as("%s", jvm).isEmpty();
      assertThat(jvm.at("/ready")).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ThreeOwners, root, ThreeOwners.root",
    "LateNotifier, keeper, LateNotifier.keep",
    "OwnClass, worker-0, OwnClass$Base.keep",
    "Superclass, worker-0, Superclass$Above"
  })
  void names_the_root_first_and_who_waits_behind_others(String program, String root, String holds)
      throws Exception {
    try (Child child = start(program)) {
      Ended ended =
          Reported.run(
              new String[] {
                "report",
                "--class-path",
                ClassPath.of(DeepHolder.class).toString(),
                dump(child, "dump.txt").toString()
              });

      String said = ended.output().replaceAll("\\s+", " ");
      assertThat(said).contains("At the root").contains(holds);
      assertThat(said.substring(said.indexOf("At the root"))).contains(": \"" + root + "\"");
      assertThat(said.indexOf("At the root")).isLessThan(said.indexOf("Who keeps a carrier"));
    }
  }

  @Test
  void says_that_a_dump_is_cut_off() throws Exception {
    try (Child child = start("NextOwner")) {
      String whole = Files.readString(dump(child, "dump.txt"));
      Path cut = directory.resolve("cut.txt");
      Files.writeString(cut, whole.substring(0, whole.indexOf("NextOwner$Span.finish")));

      JsonNode report = report(ExitCode.UNREADABLE, cut);

      assertThat(report.at("/incomplete/0/what").asText()).contains("cut off");
      assertThat(report.at("/jvms/0/summary").asText()).startsWith("Perhaps");
    }
  }

  @Test
  void counts_the_same_dump_once() throws Exception {
    try (Child child = start("PlatformOwner")) {
      Path dump = dump(child, "dump.txt");
      Path again = Files.copy(dump, directory.resolve("again.txt"));

      JsonNode jvm = report(ExitCode.FINDINGS, dump, again).at("/jvms/0");

      assertThat(jvm.at("/dumps")).hasSize(2);
      assertThat(jvm.at("/pinned"))
          .isNotEmpty()
          .allSatisfy(thread -> assertThat(thread.at("/still").asInt()).isEqualTo(1));
    }
  }

  /** Such a dump names the objects of platform threads, but none of virtual ones. */
  @Test
  void joins_objects_that_one_dump_names_with_sites_of_another() throws Exception {
    try (Child child = start("PlatformCircle")) {
      JsonNode jvm = report(ExitCode.FINDINGS, dump(child, "dump.txt"), print(child)).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CIRCLE");
    }
  }

  @Test
  void completes_one_dump_by_another() throws Exception {
    try (Child child = start("Initializer")) {
      Path printed = print(child);
      Path dumped = dump(child, "dump.txt");

      JsonNode alone = report(ExitCode.UNREADABLE, printed).at("/jvms/0");
      JsonNode both = report(ExitCode.FINDINGS, printed, dumped).at("/jvms/0");

      assertThat(alone.at("/verdict").asText()).isEqualTo("STACKS_MISSING");
      assertThat(alone.at("/taken").asInt()).isEqualTo(2);
      assertThat(both.at("/dumps")).hasSize(2);
      assertThat(holders(both, "CLASS_INITIALIZER"))
          .containsExactly(PROGRAMS + "Initializer$Settings");
      assertThat(both.at("/pinned"))
          .anySatisfy(
              thread -> {
                assertThat(thread.at("/waits/0/kind").asText()).isEqualTo("CLASS_INITIALIZATION");
                assertThat(thread.at("/waits/0/evidence").asText()).isEqualTo("SAID");
                assertThat(thread.at("/carrier").asText()).startsWith("ForkJoinPool-1-worker-");
              });
    }
  }

  @ParameterizedTest
  @CsvSource({"full", "short"})
  void reads_what_the_jvm_prints_of_pinned_threads(String form) throws Exception {
    try (Child child = start("NextOwner", "-Djdk.tracePinnedThreads=" + form)) {
      Path printed = Files.writeString(directory.resolve("log.txt"), child.output());

      JsonNode jvm = report(ExitCode.FINDINGS, printed).at("/jvms/0");

      assertThat(jvm.at("/verdict").asText()).isEqualTo("WERE_PINNED");
      assertThat(holders(jvm, "MONITOR")).containsExactly(PROGRAMS + "NextOwner$Span.finish");
      assertThat(jvm.at("/pinned/0/holds/0/evidence").asText()).isEqualTo("SAID");

      // Each stack is a pin of its own, however often the thread was pinned.
      JsonNode twice =
          report(ExitCode.FINDINGS, Files.writeString(printed, child.output() + child.output()))
              .at("/jvms/0");
      assertThat(twice.at("/pinned")).hasSize(2 * jvm.at("/pinned").size());
      assertThat(twice.at("/pinned").findValuesAsText("still")).containsOnly("1");
    }
  }

  @Test
  void says_that_classes_are_not_on_the_class_path() throws Exception {
    try (Child child = start("NextOwner")) {
      JsonNode report =
          Reported.json(ExitCode.FINDINGS, "report", dump(child, "dump.txt").toString());

      assertThat(report.at("/jvms/0/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
      assertThat(report.at("/incomplete/0/what").asText()).contains("--class-path");
    }
  }

  /** What threads on carriers and those they wait for hold. */
  private static List<String> holders(JsonNode jvm, String kind) {
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

  private Child start(String program, String... options) throws Exception {
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

  private Path dump(Child child, String name, String... options)
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

  private Path print(Child child) throws IOException, InterruptedException {
    Ended printed =
        Jdk.running()
            .tool("jcmd", Long.toString(child.pid()), "Thread.print")
            .run(Recorded.TIMEOUT)
            .successfully();
    return Files.writeString(directory.resolve("print.txt"), printed.output());
  }

  private static JsonNode report(int exitCode, Path... dumps)
      throws IOException, InterruptedException {
    List<String> arguments =
        Stream.concat(
                Stream.of("report", "--class-path", ClassPath.of(DeepHolder.class).toString()),
                Stream.of(dumps).map(Path::toString))
            .toList();
    return Reported.json(exitCode, arguments.toArray(String[]::new));
  }
}
