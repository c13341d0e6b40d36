// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps show no frames of the agent's locks. */
class AgentInDumpTest {

  private static final String DUMP =
      """
      7
      2026-01-01T00:00:00Z
      21.0.8+9-LTS

      #17 "%s"
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.Thread.run(Unknown Source)

      #19 "worker"
            io.github.loomunpin.agent.thread.OwnThreads$Worker.run(OwnThreads.java:169)

      """;

  @TempDir private Path directory;

  @Test
  void the_agent_is_known_by_its_thread() throws IOException {
    FreezeReport report = report(DUMP.formatted("loom-unpin rescue"));

    assertThat(report.notes()).anyMatch(note -> note.startsWith("the loom-unpin agent ran"));
    assertThat(report.incomplete()).isEmpty();
  }

  @Test
  void without_its_thread_it_did_not_convert() throws IOException {
    assertThat(report(DUMP.formatted("main")).notes()).isEmpty();
  }

  private static final class First {}

  private static final class Second {}

  /** Its two methods, each on its own thread, wait for each other. */
  private static final class Deadlock {

    private static final First FIRST = new First();
    private static final Second SECOND = new Second();

    private static void firstSecond() {
      synchronized (FIRST) {
        second();
      }
    }

    private static void second() {
      synchronized (SECOND) {
        SECOND.notifyAll();
      }
    }

    private static void secondFirst() {
      synchronized (SECOND) {
        first();
      }
    }

    private static void await() throws InterruptedException {
      synchronized (SECOND) {
        SECOND.wait();
      }
    }

    private static void first() {
      synchronized (FIRST) {
        FIRST.notifyAll();
      }
    }
  }

  @Test
  void locks_of_the_agent_make_a_circle_although_their_frames_are_hidden() throws Exception {
    String dump =
        DUMP.formatted("loom-unpin rescue")
            + atEntry("one", 21, "second", "firstSecond")
            + atEntry("two", 22, "first", "secondFirst");

    JvmFreeze jvm = report(dump).jvms().getFirst();

    assertThat(jvm.verdict()).isEqualTo(FreezeVerdict.CIRCLE);
    assertThat(jvm.circle())
        .hasSize(2)
        .allMatch(edge -> edge.what().equals("the monitor") && edge.surety() == Surety.LINE);
    assertThat(report(dump.replace("loom-unpin rescue", "main")).jvms().getFirst().circle())
        .isEmpty();
  }

  @Test
  void what_keeps_a_carrier_is_no_lock_of_the_agent() throws Exception {
    String dump =
        DUMP.formatted("loom-unpin rescue")
            + """
            #21 "one" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                  java.base/java.lang.VirtualThread.park(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("second", MethodCode.Step.Kind.CALL));

    assertThat(report(dump).jvms().getFirst().pinned())
        .singleElement()
        .extracting(thread -> thread.holds().getFirst())
        .returns(HeldObject.Kind.MONITOR, HeldObject::kind)
        .returns(Surety.LINE, HeldObject::surety)
        .returns(Mode.NATIVE, held -> held.site().orElseThrow().site().decision().mode());
  }

  @Test
  void a_foreign_function_is_guessed_beside_a_lock_of_the_agent_but_not_beside_a_monitor()
      throws Exception {
    String dump =
        DUMP
            + """
            #21 "one" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                  java.base/java.lang.VirtualThread.park(Unknown Source)
                  %s
                  java.base/java.lang.invoke.MethodHandle.invokeWithArguments(Unknown Source)
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("second", MethodCode.Step.Kind.CALL));

    assertThat(held(dump.formatted("loom-unpin rescue")))
        .containsExactly(HeldObject.Kind.CONVERTED, HeldObject.Kind.NATIVE_FRAME);
    assertThat(held(dump.formatted("main"))).containsExactly(HeldObject.Kind.MONITOR);
    assertThat(held(dump.formatted("main").replace("21.0.8", "25.0.3")))
        .containsExactly(HeldObject.Kind.MONITOR, HeldObject.Kind.NATIVE_FRAME);
  }

  @Test
  void a_wait_on_a_monitor_explains_a_pin_without_a_foreign_function() throws Exception {
    String dump =
        DUMP
            + """
            #21 "one" virtual
                  java.base/java.lang.Object.wait0(Native Method)
                  java.base/java.lang.Object.wait(Unknown Source)
                  %s
                  java.base/java.lang.invoke.MethodHandle.invokeWithArguments(Unknown Source)
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("await", MethodCode.Step.Kind.CALL));

    assertThat(held(dump.formatted("main"))).isEmpty();
    assertThat(held(dump.formatted("main").replace("21.0.8", "25.0.3")))
        .containsExactly(HeldObject.Kind.NATIVE_FRAME);
  }

  @Test
  void a_lock_of_the_agent_stays_one_where_the_wait_keeps_the_carrier() throws Exception {
    String dump =
        DUMP.formatted("loom-unpin rescue")
            + """
            #21 "one" virtual
                  java.base/java.lang.Object.wait0(Native Method)
                  java.base/java.lang.Object.wait(Unknown Source)
                  java.base/java.lang.Thread.join(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("second", MethodCode.Step.Kind.CALL));

    assertThat(held(dump)).containsExactly(HeldObject.Kind.CONVERTED);
  }

  @Test
  void native_code_keeps_the_carrier_under_the_name_that_its_source_has() throws Exception {
    String dump =
        DUMP.formatted("loom-unpin rescue")
            + """
            #21 "one" virtual
                  org.sqlite.core.NativeDB.$loomUnpin$step(Native Method)
                  org.sqlite.core.NativeDB.step(NativeDB.java)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("second", MethodCode.Step.Kind.CALL));

    ThreadView thread = report(dump).jvms().getFirst().pinned().getFirst();

    assertThat(thread.holds())
        .extracting(HeldObject::kind)
        .containsExactly(HeldObject.Kind.NATIVE_FRAME, HeldObject.Kind.CONVERTED);
    assertThat(thread.holds().getFirst().frame().method()).isEqualTo("step");
    assertThat(thread.waits().orElseThrow().caller().orElseThrow().method()).isEqualTo("second");
  }

  @Test
  void a_thread_stays_that_waits_for_another_one_to_load_a_class() throws Exception {
    String dump =
        DUMP.formatted("main")
            + """
            #21 "one" virtual
                  java.base/java.lang.Class.forName0(Native Method)
                  java.base/java.lang.Class.forName(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(frame("second", MethodCode.Step.Kind.CALL));

    assertThat(held(dump)).containsExactly(HeldObject.Kind.CLASS_LOADING, HeldObject.Kind.MONITOR);
    assertThat(report(dump).jvms().getFirst().pinned().getFirst().outlook())
        .isEqualTo(Outlook.STAY);
  }

  private List<HeldObject.Kind> held(String dump) throws IOException {
    return report(dump).jvms().getFirst().pinned().stream()
        .flatMap(thread -> thread.holds().stream())
        .map(HeldObject::kind)
        .toList();
  }

  private static String atEntry(String name, int number, String entering, String calling)
      throws IOException {
    return """
        #%d "%s" virtual
              java.base/java.lang.VirtualThread.park(Unknown Source)
              java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
              %s
              %s
              java.base/java.lang.VirtualThread.run(Unknown Source)

        """
        .formatted(
            number,
            name,
            frame(entering, MethodCode.Step.Kind.MONITOR_ENTER),
            frame(calling, MethodCode.Step.Kind.CALL));
  }

  private static String frame(String method, MethodCode.Step.Kind at) throws IOException {
    try (InputStream in = Deadlock.class.getResourceAsStream("AgentInDumpTest$Deadlock.class")) {
      int line =
          MethodCode.of(in.readAllBytes()).get(method).getFirst().steps().stream()
              .filter(step -> step.kind() == at)
              .findFirst()
              .orElseThrow()
              .line();
      return "%s.%s(AgentInDumpTest.java:%d)".formatted(Deadlock.class.getName(), method, line);
    }
  }

  private FreezeReport report(String dump) throws IOException {
    Path file = Files.writeString(directory.resolve("dump.txt"), dump);
    return new FreezeReporter(
            List.of(ClassPathArgument.of(Deadlock.class).toString()),
            ReadOptions.DEFAULT,
            Optional.empty())
        .report(List.of(DumpReader.read(file)));
  }
}
