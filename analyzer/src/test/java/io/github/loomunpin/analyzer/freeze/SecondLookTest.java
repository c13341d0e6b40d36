// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What two dumps tell together that none of them tells alone. */
class SecondLookTest {

  private static final String NATIVE = "org.sqlite.core.NativeDB.step(Native Method)";

  @TempDir private Path directory;

  private static final class Sleeper {

    private static void sleepsBriefly(boolean stop) throws InterruptedException {
      while (!stop) {
        Thread.sleep(10);
      }
    }

    private static void sleepsLong() throws InterruptedException {
      Thread.sleep(60_000);
    }

    private static final StringBuilder LOCK = new StringBuilder();

    private static void sleepsLocked() throws InterruptedException {
      synchronized (LOCK) {
        Thread.sleep(10);
      }
    }

    private static void locks() {
      synchronized (LOCK) {
        LOCK.append(1);
      }
    }

    private static void sleepsForAGivenTime(long millis) throws InterruptedException {
      Thread.sleep(millis);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sleepsBriefly, NO_CARRIER_LEFT, 1",
    "sleepsLong, NO_CARRIER_LEFT, 0",
    "sleepsForAGivenTime, NO_CARRIER_LEFT, 0"
  })
  void a_thread_whose_time_to_sleep_is_over_lacks_a_carrier(
      String method, FreezeVerdict verdict, int ready) throws Exception {
    String sleeper =
        """
        #22 "sleeper" virtual
              java.base/java.lang.VirtualThread.parkNanos(Unknown Source)
              java.base/java.lang.Thread.sleep(Unknown Source)
              %s

        """
            .formatted(sleepingIn(method));

    JvmFreeze jvm = report(text(0, parked() + sleeper), text(10, parked() + sleeper));

    assertThat(jvm.verdict()).isEqualTo(verdict);
    assertThat(jvm.ready()).hasSize(ready);
    assertThat(report(text(0, parked() + sleeper)).ready()).isEmpty();
    // It may have begun to sleep just before the second dump.
    assertThat(report(text(0, parked()), text(10, parked() + sleeper)).ready()).isEmpty();
    // A carrier that its thread has left in between has let it run.
    String elsewhere = parked().replace("VirtualThread.park(", "VirtualThread.parkNanos(");
    assertThat(report(text(0, elsewhere + sleeper), text(10, parked() + sleeper)).ready())
        .isEmpty();
  }

  @Test
  void a_thread_in_native_code_waits_or_computes() throws Exception {
    JvmFreeze jvm = report(text(0, inNative()), text(10, inNative()));

    assertThat(jvm.verdict()).isEqualTo(FreezeVerdict.SHORT_OF_CARRIERS);
    assertThat(jvm.pinned().getFirst().waits().orElseThrow().mayCompute()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1.00, NO_CARRIER_LEFT, 1", "9000.00, CARRIERS_BUSY, 0"})
  void the_time_of_its_carrier_tells_which(String millis, FreezeVerdict verdict, int pinned)
      throws Exception {
    JvmFreeze jvm =
        report(text(0, inNative()), text(10, inNative()), print(0, "0.50"), print(10, millis));

    assertThat(jvm.verdict()).isEqualTo(verdict);
    assertThat(jvm.pinned()).hasSize(pinned);
  }

  /** Printed dumps tell their time in seconds. */
  @Test
  void the_time_of_its_carrier_tells_nothing_over_a_second_or_if_it_moved() throws Exception {
    JvmFreeze brief =
        report(text(0, inNative()), text(1, inNative()), print(0, "0.50"), print(1, "900.00"));
    JvmFreeze moved =
        report(
            text(0, inNative().replace("DB.java:10", "DB.java:20")),
            text(10, inNative()),
            print(0, "0.50"),
            print(10, "9000.00"));

    assertThat(List.of(brief, moved))
        .allMatch(jvm -> jvm.pinned().getFirst().waits().orElseThrow().mayCompute());
  }

  /** It would have kept its carrier with a monitor. */
  @Test
  void an_owner_without_a_carrier_is_a_standstill_that_the_agent_made() throws Exception {
    String threads =
        """
        #20 "%s"
              java.base/jdk.internal.misc.Unsafe.park(Native Method)

        #22 "owner" virtual
              java.base/java.lang.VirtualThread.parkNanos(Unknown Source)
              java.base/java.lang.Thread.sleep(Unknown Source)
              %s

        #21 "initializer" virtual
              java.base/jdk.internal.misc.Unsafe.park(Native Method)
              java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
              java.base/java.lang.VirtualThread.park(Unknown Source)
              java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
              %s
              a.Settings.<clinit>(Settings.java:1)

        """;
    String with =
        threads.formatted("loom-unpin rescue", sleepingIn("sleepsLocked"), enteringIn("locks"));
    String without = threads.formatted("any", sleepingIn("sleepsLocked"), enteringIn("locks"));

    JvmFreeze jvm = report(text(0, with), text(10, with));

    assertThat(jvm.verdict()).isEqualTo(FreezeVerdict.NO_CARRIER_LEFT);
    assertThat(jvm.ownersWithoutCarrier())
        .extracting(ThreadView::label)
        .containsExactly("\"owner\" #22");
    // Its time may not be over.
    assertThat(report(text(0, with)).ownersWithoutCarrier()).isEmpty();
    assertThat(report(text(0, without), text(10, without)).ownersWithoutCarrier()).isEmpty();
  }

  private static String text(int second, String threads) {
    return """
        7
        2026-01-01T00:00:%02dZ
        21.0.8+9-LTS

        #30 "ForkJoinPool-1-worker-1"
              java.base/jdk.internal.vm.Continuation.run(Unknown Source)
              java.base/java.lang.VirtualThread.runContinuation(Unknown Source)

        #17 "main"
              java.base/java.lang.Thread.sleep0(Native Method)

        #18 "other"
              java.base/java.lang.Thread.sleep0(Native Method)

        """
            .formatted(second)
        + threads;
  }

  private static String print(int second, String millis) {
    return """
        2026-01-01 00:00:%02d
        Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode):

        "main" #17 [1] prio=5 os_prio=0 cpu=1.00ms elapsed=0.77s tid=0x1 nid=1 waiting on condition

        "other" #18 [2] prio=5 os_prio=0 cpu=1.00ms elapsed=0.77s tid=0x2 nid=2 waiting on condition

        "ForkJoinPool-1-worker-1" #30 [3] daemon prio=5 os_prio=0 cpu=%sms elapsed=0.77s tid=0x3
           Carrying virtual thread #21
        	at jdk.internal.vm.Continuation.run(java.base@21.0.8/Unknown Source)
        	at java.lang.VirtualThread.runContinuation(java.base@21.0.8/Unknown Source)

        """
        .formatted(second, millis);
  }

  private static String inNative() {
    return """
        #21 "keeper" virtual
              %s
              org.sqlite.core.DB.exec(DB.java:10)

        #22 "started" virtual

        """
        .formatted(NATIVE);
  }

  private static String parked() {
    return """
        #21 "keeper" virtual
              java.base/jdk.internal.misc.Unsafe.park(Native Method)
              java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
              java.base/java.lang.VirtualThread.park(Unknown Source)

        """;
  }

  private static String sleepingIn(String method) throws IOException {
    return at(method, step -> step.name().equals("sleep"));
  }

  private static String enteringIn(String method) throws IOException {
    return at(method, step -> step.kind() == MethodCode.Step.Kind.MONITOR_ENTER);
  }

  private static String at(String method, Predicate<MethodCode.Step> which) throws IOException {
    try (InputStream in = Sleeper.class.getResourceAsStream("SecondLookTest$Sleeper.class")) {
      int line =
          MethodCode.of(in.readAllBytes()).get(method).getFirst().steps().stream()
              .filter(which)
              .findFirst()
              .orElseThrow()
              .line();
      return "%s.%s(SecondLookTest.java:%d)".formatted(Sleeper.class.getName(), method, line);
    }
  }

  private JvmFreeze report(String... dumps) throws IOException {
    List<DumpReader.Dumps> read = new ArrayList<>();
    for (String dump : dumps) {
      Path file = directory.resolve("dump-" + read.size() + ".txt");
      read.add(DumpReader.read(Files.writeString(file, dump)));
    }
    return new FreezeReporter(
            List.of(ClassPathArgument.of(Sleeper.class).toString()),
            ReadOptions.DEFAULT,
            Optional.empty())
        .report(read)
        .jvms()
        .getFirst();
  }
}
