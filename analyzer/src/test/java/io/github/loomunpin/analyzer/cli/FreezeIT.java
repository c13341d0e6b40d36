// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the analyzer says of dumps of programs that stand still on JDK 21, as they are kept; {@link
 * LiveFreezeIT} says that they are as those of today.
 */
class FreezeIT {

  private static final FreezePage PAGE = new FreezePage();

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
          Deflating      | CARRIERS_BUSY     | MONITOR           | java.util.zip.Deflater.deflate
          TwoElements    | NO_CARRIER_LEFT   | MONITOR           | TwoElements.transfer
          Closing        | NO_CARRIER_LEFT   | MONITOR           | Closing.all
          Waiters        | NO_CARRIER_LEFT   |                   |
          ThreeOwners    | NO_CARRIER_LEFT   | MONITOR           | ThreeOwners.root
          Lockout        | CIRCLE            | MONITOR           | Lockout.get
          LateNotifier   | NO_CARRIER_LEFT   | MONITOR           | LateNotifier.keep
          AnyObject      | NO_CARRIER_LEFT   | MONITOR           | AnyObject.keep
          OtherLock      | NO_CARRIER_LEFT   | MONITOR           | OtherLock.useWithin
          Joining        | NO_CARRIER_LEFT   | MONITOR           | Joining.joins
          OwnClass       | NO_CARRIER_LEFT   | MONITOR           | OwnClass$Base.keep
          Superclass     | NO_CARRIER_LEFT   | CLASS_INITIALIZER | Superclass$Above
          TimedWaits     | SHORT_OF_CARRIERS |                   |
          HelperWaits    | NO_CARRIER_LEFT   |                   |
          TwoKinds       | NO_CARRIER_LEFT   | MONITOR           | TwoKinds.writeStamped
          Yielding       | CARRIERS_BUSY     | MONITOR           | Yielding.await
          LockAndMonitor | CIRCLE            | MONITOR           | LockAndMonitor.monitorFirst
          ConditionLockout | CIRCLE          | MONITOR           | ConditionLockout.take
          QueueLockout   | CIRCLE            | MONITOR           | QueueLockout$Consumer.two
          TaskLockout    | CIRCLE            | MONITOR           | TaskLockout.all
          OtherQueue     | SOME_PINNED       | MONITOR           | OtherQueue.next
          AllAwaited     | NO_CARRIER_LEFT   | MONITOR           | AllAwaited$Job.take
          TimedLockout   | SHORT_OF_CARRIERS | MONITOR           | TimedLockout.take
          Reading        | SHORT_OF_CARRIERS | MONITOR           | Reading$Client.ask
          """)
  void names_the_holder(String program, String verdict, String kind, String holder)
      throws IOException {
    JsonNode jvm = KeptDumps.jvm(program, KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo(verdict);
    if (kind != null) {
      assertThat(KeptDumps.holders(jvm, kind))
          .as("%s", jvm)
          .anyMatch(name -> name.endsWith(holder));
    }
    assertThat(jvm.at("/carriers").asInt()).isEqualTo(2);
    PAGE.add(program, verdict, kind == null ? List.of() : KeptDumps.holders(jvm, kind));
  }

  @AfterAll
  static void compares_the_page() throws IOException {
    PAGE.compare();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MapFunction | The agent ends both pins",
        "Upcall | Both pins stay with the agent, because of native code that calls Java",
        "Initializer | Both pins stay with the agent, because of a static initializer that waits",
        "Circle | No agent ends that: the code must take these locks in one order."
      })
  void the_verdict_says_what_helps(String program, String remedy) throws IOException {
    JsonNode jvm = KeptDumps.jvm(program, KeptDumps.FIRST);

    assertThat(jvm.at("/summary").asText()).startsWith("Frozen: ").contains(remedy);
  }

  @Test
  void calls_readers_frozen_only_if_a_second_dump_shows_that_nothing_came() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Reading", KeptDumps.FIRST, KeptDumps.SECOND);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("NO_CARRIER_LEFT");
  }

  @Test
  void takes_from_the_agents_report_what_it_did_not_convert(@TempDir Path folder)
      throws IOException {
    String json = "{\"failed\": {}, \"loadedBefore\": [\"%sNextOwner$Span\", \"7 more\"]}";
    Path report =
        Files.writeString(folder.resolve("agent.json"), json.formatted(KeptDumps.PROGRAMS));
    String dump = KeptDumps.dump("NextOwner", KeptDumps.FIRST).toString();
    String classes = ClassPathArgument.of(DeepHolder.class).toString();
    String mode = "/jvms/0/pinned/0/holds/0/sites/0/site/decision/mode";

    assertThat(Reported.jsonHere(ExitCode.FINDINGS, "report", dump, "-cp", classes).at(mode))
        .hasToString("\"VIRTUAL\"");
    assertThat(
            Reported.jsonHere(
                    ExitCode.FINDINGS,
                    "report",
                    dump,
                    "-cp",
                    classes,
                    "--agent-report",
                    report.toString())
                .at(mode))
        .hasToString("\"NATIVE\"");
    Reported.here(ExitCode.USAGE, "report", dump, "--agent-report", dump);
  }

  @Test
  void names_the_same_holder_from_json() throws IOException {
    JsonNode jvm = KeptDumps.jvm("MapFunction", KeptDumps.JSON);

    assertThat(jvm.at("/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
    assertThat(KeptDumps.holders(jvm, "MONITOR"))
        .containsExactly("java.util.concurrent.ConcurrentHashMap.computeIfAbsent");
    assertThat(jvm.at("/ready")).isNotEmpty();
  }

  @Test
  void names_the_thread_that_has_no_carrier_to_take_the_lock() throws IOException {
    JsonNode jvm = KeptDumps.jvm("NextOwner", KeptDumps.FIRST, KeptDumps.SECOND);

    assertThat(jvm.at("/ready")).hasSize(1);
    assertThat(jvm.at("/ready/0/name").asText()).isEqualTo("worker-0");
    assertThat(jvm.at("/pinned"))
        .allSatisfy(
            thread -> {
              assertThat(thread.at("/still").asInt()).isEqualTo(2);
              assertThat(thread.at("/waits/0/kind").asText()).isEqualTo("LOCK");
            });
  }

  /** Each of the two looks like the other one's owner, by what code tells of what it locks. */
  @Test
  void names_all_who_may_hold_what_code_does_not_name() throws IOException {
    JsonNode jvm = KeptDumps.jvm("AnyObject", KeptDumps.FIRST);

    assertThat(jvm.at("/circle")).as("%s", jvm).isEmpty();
    assertThat(jvm.at("/waits"))
        .as("%s", jvm)
        .hasSize(6)
        .allSatisfy(edge -> assertThat(edge.at("/evidence").asText()).isEqualTo("POSSIBLE"));
  }

  @Test
  void says_whom_waiting_threads_wait_for() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Waiters", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
    assertThat(jvm.at("/pinned/0/waits/0/sites/0/site/kind").asText()).isEqualTo("WAIT");
    assertThat(jvm.at("/pinned/0/holds")).isEmpty();
    assertThat(jvm.at("/ready/0/name").asText()).isEqualTo("worker-2");
  }

  @Test
  void names_nobody_as_holder_of_what_a_wait_in_a_helper_released() throws IOException {
    JsonNode jvm = KeptDumps.jvm("HelperWaits", KeptDumps.FIRST);

    assertThat(jvm.at("/pinned"))
        .as("%s", jvm)
        .hasSize(2)
        .allSatisfy(thread -> assertThat(thread.at("/holds")).isEmpty());
  }

  @Test
  void tells_threads_that_run_from_threads_that_wait() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Spinning", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).isEqualTo("CARRIERS_BUSY");
    assertThat(jvm.at("/running")).hasSize(2);
    assertThat(jvm.at("/summary").asText()).contains("perhaps a live-lock").contains(".await,");
  }

  @ParameterizedTest
  @CsvSource({"Yielding, true", "Deflating, false"})
  void calls_it_a_live_lock_if_threads_poll_in_both_dumps(String program, boolean polls)
      throws IOException {
    JsonNode jvm = KeptDumps.jvm(program, KeptDumps.FIRST, KeptDumps.SECOND);

    assertThat(jvm.at("/verdict").asText()).isEqualTo("CARRIERS_BUSY");
    assertThat(jvm.at("/summary").asText().contains("It is a live-lock")).isEqualTo(polls);
  }

  @Test
  void names_all_that_may_hold_the_object_and_makes_no_circle_of_them() throws IOException {
    JsonNode jvm = KeptDumps.jvm("OtherObjects", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("SOME_PINNED");
    assertThat(jvm.at("/circle")).isEmpty();
    assertThat(jvm.at("/holders"))
        .extracting(holder -> holder.at("/name").asText())
        .containsExactlyInAnyOrder("keeps-left", "keeps-right");
  }

  @Test
  void names_who_may_have_a_lock_and_calls_nobody_ready_for_it() throws IOException {
    JsonNode jvm = KeptDumps.jvm("LockKeeper", KeptDumps.FIRST);

    assertThat(jvm.at("/ready")).as("%s", jvm).isEmpty();
    assertThat(jvm.at("/holders/0/name").asText()).isEqualTo("worker-0");
  }

  @Test
  void tells_who_waits_at_an_entry_from_who_computes_behind_it() throws IOException {
    JsonNode jvm = KeptDumps.jvm("BusyHolder", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CARRIERS_BUSY");
    assertThat(jvm.at("/running/0/name").asText()).isEqualTo("worker-0");
    assertThat(jvm.at("/pinned/0/name").asText()).isEqualTo("worker-1");
    assertThat(jvm.at("/pinned/0/waits/0/kind").asText()).isEqualTo("MONITOR");
  }

  @Test
  void calls_nothing_frozen_that_goes_on_after_a_time() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Sleepers", KeptDumps.FIRST, KeptDumps.SECOND);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("SHORT_OF_CARRIERS");
    assertThat(jvm.at("/pinned")).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void says_once_what_recursion_holds_many_times() throws IOException {
    String text = KeptDumps.text(KeptDumps.dump("Recursive", KeptDumps.FIRST));

    assertThat(text).contains("(201 times)");
    assertThat(text.lines().count()).isLessThan(20);
  }

  @Test
  void does_not_decide_who_of_those_at_an_entry_has_the_monitor() throws IOException {
    JsonNode jvm = KeptDumps.jvm("AtEntry", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CARRIERS_BUSY");
    assertThat(jvm.at("/pinned")).hasSize(2);
    assertThat(jvm.at("/pinned").findValuesAsText("evidence")).containsOnly("POSSIBLE");
    assertThat(jvm.at("/waits")).isEmpty();
  }

  @Test
  void names_who_may_have_locked_a_collection_to_iterate_over_it() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Iterating", KeptDumps.FIRST);

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("NO_CARRIER_LEFT");
    assertThat(jvm.at("/running")).isEmpty();
    assertThat(jvm.at("/waits")).hasSize(1);
  }

  /** The lock is free, and who would get it has no carrier: nobody holds it. */
  @Test
  void takes_no_other_lock_of_an_object_for_the_one_that_is_waited_for() throws IOException {
    JsonNode jvm = KeptDumps.jvm("OtherLock", KeptDumps.FIRST);

    assertThat(jvm.at("/waits")).as("%s", jvm).isEmpty();
    assertThat(jvm.at("/ready")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ThreeOwners, root, ThreeOwners.root",
    "LateNotifier, keeper, LateNotifier.keep",
    "OwnClass, worker-0, OwnClass$Base.keep",
    "Superclass, worker-0, Superclass$Above"
  })
  void names_the_root_first_and_who_waits_behind_others(String program, String root, String holds)
      throws IOException {
    String text = KeptDumps.text(KeptDumps.dump(program, KeptDumps.FIRST));

    String said = text.replaceAll("\\s+", " ");
    assertThat(said).contains("At the root").contains(holds);
    assertThat(said.substring(said.indexOf("At the root"))).contains(": \"" + root + "\"");
    assertThat(said.indexOf("At the root")).isLessThan(said.indexOf("Who keeps a carrier"));
  }

  @Test
  void tells_locks_of_one_object_apart_by_field() throws IOException {
    JsonNode jvm = KeptDumps.jvm("TwoKinds", KeptDumps.FIRST);

    assertThat(jvm.at("/waits")).as("%s", jvm).hasSize(2);
    assertThat(jvm.at("/roots")).hasSize(2);
  }

  /** Dumps may find such a thread where it lets others run, or in between. */
  @Test
  void names_pinned_threads_that_let_others_run_in_vain() throws IOException {
    for (String look : List.of(KeptDumps.FIRST, KeptDumps.SECOND)) {
      JsonNode jvm = KeptDumps.jvm("Yielding", look);

      assertThat(jvm.at("/running")).as("%s", jvm).hasSize(2);
    }
  }

  /** What the JDK calls while a thread lets others run, of which a dump may show any. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.VirtualThread.notifyJvmtiMount(Native Method)",
        "java.lang.VirtualThread.yieldContinuation(Unknown Source)",
        "jdk.internal.vm.Continuation.onPinned0(Unknown Source)"
      })
  void a_thread_runs_wherever_in_yield_a_dump_finds_it(String inner, @TempDir Path folder)
      throws IOException {
    String kept = Files.readString(KeptDumps.dump("Yielding", KeptDumps.FIRST));
    String yield = "      java.base/java.lang.VirtualThread.tryYield(";
    Path dump = folder.resolve("dump.txt");
    Files.writeString(dump, kept.replace(yield, "      java.base/" + inner + "\n" + yield));

    JsonNode jvm = KeptDumps.report(ExitCode.FINDINGS, dump).at("/jvms/0");

    assertThat(jvm.at("/verdict").asText()).as("%s", jvm).isEqualTo("CARRIERS_BUSY");
    assertThat(jvm.at("/running")).hasSize(2);
  }

  @Test
  void names_who_perhaps_gives_what_is_waited_for() throws IOException {
    JsonNode jvm = KeptDumps.jvm("Handovers", KeptDumps.FIRST);

    Map<Long, String> names = new HashMap<>();
    jvm.at("/pinned").forEach(t -> names.put(t.at("/id").asLong(), t.at("/name").asText()));
    assertThat(jvm.at("/waits"))
        .as("%s", jvm)
        .extracting(
            edge ->
                names.get(edge.at("/waiter").asLong())
                    + " for "
                    + edge.at("/what").asText()
                    + " of "
                    + names.get(edge.at("/owner").asLong()))
        .filteredOn(edge -> edge.startsWith("waits"))
        .containsExactlyInAnyOrder(
            "waits-Room for room of gives-Room",
            "waits-Hands for an element of gives-Hands",
            "waits-Latch for a count-down of gives-Latch",
            "waits-Permit for a permit of gives-Permit",
            "waits-Barrier for an arrival of gives-Barrier",
            "waits-Phase for an arrival of gives-Phase",
            "waits-Exchange for an exchange of gives-Exchange",
            "waits-Future for a completion of gives-Future",
            "waits-Mail for an element of gives-Mail");
  }

  @Test
  void calls_nobody_the_root_because_main_awaits_all() throws IOException {
    JsonNode jvm = KeptDumps.jvm("AllAwaited", KeptDumps.FIRST);

    assertThat(jvm.at("/waits/0/what").asText()).as("%s", jvm).isEqualTo("a count-down");
    assertThat(jvm.at("/roots")).isEmpty();
  }

  @Test
  void takes_no_other_queue_for_the_one_whose_element_is_waited_for() throws IOException {
    JsonNode jvm = KeptDumps.jvm("OtherQueue", KeptDumps.FIRST);

    assertThat(jvm.at("/circle")).as("%s", jvm).isEmpty();
    assertThat(jvm.at("/waits")).hasSize(1);
  }

  /** Its time-out gives the outer monitor to nobody. */
  @Test
  void does_not_say_that_threads_go_on_who_may_wait_again_in_a_circle() throws IOException {
    JsonNode jvm = KeptDumps.jvm("TimedLockout", KeptDumps.FIRST, KeptDumps.SECOND);

    assertThat(jvm.at("/circle")).as("%s", jvm).hasSize(2);
    assertThat(jvm.at("/summary").asText())
        .contains("may go on after a time, unless those in the circle wait again");
  }
}
