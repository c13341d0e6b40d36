// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.OneProgram;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose carriers stand still, or only seem to, with an agent that tells of it. */
@Execution(ExecutionMode.CONCURRENT)
class StandstillIT {

  private static final String TOLD = "no carrier has moved for ";

  private static final String COMPUTE = "all carriers compute";

  /** Keeps all carriers of two until the agent has told of it, or for a time. */
  private static final String PROGRAM =
      """
      import java.lang.management.ManagementFactory;
      import java.net.ServerSocket;
      import java.net.Socket;
      import java.util.Set;
      import java.util.concurrent.Callable;
      import java.util.concurrent.ConcurrentHashMap;
      import java.util.concurrent.CountDownLatch;
      import java.util.concurrent.atomic.AtomicBoolean;
      import java.util.concurrent.locks.LockSupport;
      import java.util.concurrent.locks.ReentrantLock;
      import javax.management.MBeanServer;
      import javax.management.ObjectName;

      public class Program {
        static final Set<Thread> PARKED = ConcurrentHashMap.newKeySet();
        static volatile boolean over;

        static class Client {
          synchronized void call() throws Exception { while (!over) { Thread.sleep(50); } }
          synchronized void park() { PARKED.add(Thread.currentThread()); while (!over) { LockSupport.park(); } }
          int read(int port) throws Exception {
            synchronized (this) {
              return new Socket("localhost", port).getInputStream().read();
            }
          }
        }

        static void virtual(Callable<?> call) {
          Thread.ofVirtual().start(() -> {
            try { call.call(); } catch (Exception e) { e.printStackTrace(); }
          });
        }

        /** A continuation of its own, as some libraries have them. */
        static void within(Runnable code) throws Exception {
          Class<?> scope = Class.forName("jdk.internal.vm.ContinuationScope");
          Class<?> type = Class.forName("jdk.internal.vm.Continuation");
          Object own = scope.getConstructor(String.class).newInstance("own");
          type.getMethod("run")
              .invoke(type.getConstructor(scope, Runnable.class).newInstance(own, code));
        }

        /** On both carriers, if it keeps them, and then one for which there is none. */
        static void twice(Callable<?> call) throws Exception {
          CountDownLatch begun = new CountDownLatch(2);
          for (int i = 0; i < 2; i++) {
            virtual(() -> { begun.countDown(); return call.call(); });
          }
          begun.await();
          virtual(() -> 0);
        }

        public static void main(String[] args) throws Exception {
          MBeanServer server = ManagementFactory.getPlatformMBeanServer();
          ReentrantLock lock = new ReentrantLock(true);
          Object monitor = new Object();
          try (ServerSocket socket = new ServerSocket(0)) {
            switch (args[0]) {
              case "park" -> twice(() -> { new Client().park(); return 0; });
              case "spare" -> {
                Thread[] waiting = new Thread[8];
                for (int i = 0; i < 8; i++) {
                  waiting[i] = Thread.startVirtualThread(() -> {
                    Object own = new Object();
                    synchronized (own) {
                      try { own.wait(300); } catch (InterruptedException e) { }
                    }
                  });
                }
                for (Thread t : waiting) { t.join(); }
                // More than there are carriers, some of those that the JVM added for the waits included.
                for (int i = 0; i < 20; i++) { virtual(() -> { new Client().park(); return 0; }); }
              }
              case "nested" -> twice(() -> { within(() -> { while (!over) { } }); return 0; });
              case "sleep" -> {
                twice(() -> { new Client().call(); return 0; });
                Thread.sleep(3_000);
              }
              case "read" -> twice(() -> new Client().read(socket.getLocalPort()));
              case "lock" -> {
                lock.lock();
                virtual(() -> { lock.lock(); lock.unlock(); return 0; });
                while (!lock.hasQueuedThreads()) { Thread.sleep(1); }
                twice(() -> {
                  synchronized (new Object()) { lock.lock(); lock.unlock(); }
                  return 0;
                });
                lock.unlock();
              }
              case "enter" -> {
                synchronized (monitor) {
                  twice(() -> { synchronized (monitor) { return 0; } });
                  await(server, "Incidents", 1);
                }
              }
              case "compute" -> twice(() -> { while (!over) { } return 0; });
              case "in part" -> {
                AtomicBoolean first = new AtomicBoolean();
                twice(() -> {
                  if (first.compareAndSet(false, true)) { new Client().park(); }
                  while (!over) { }
                  return 0;
                });
              }
              case "again" -> {
                for (int i = 1; i <= 2; i++) {
                  over = false;
                  twice(() -> { new Client().park(); return 0; });
                  await(server, "Incidents", i);
                  over = true;
                  PARKED.forEach(LockSupport::unpark);
                  await(server, "Moving", i);
                }
              }
              case "yield" -> {
                for (int i = 0; i < 2; i++) {
                  twice(() -> { while (!over) { Thread.yield(); } return 0; });
                }
                Thread.sleep(4_000);
              }
              case "one" -> {
                virtual(() -> { new Client().park(); return 0; });
                virtual(() -> { while (!over) { Thread.sleep(1); } return 0; });
                Thread.sleep(4_000);
              }
              default -> {
                twice(() -> { new Client().park(); return 0; });
                Thread.sleep(3_600_000);
              }
            }
            if (args.length > 1) { await(server, "Incidents", 1); }
          }
          System.out.println("ran");
          System.exit(0);
        }

        /** Waits until the MBean counts so many and shows whether the last one goes on. */
        static void await(MBeanServer server, String what, int count) throws Exception {
          ObjectName name = new ObjectName("io.github.loomunpin:type=Agent");
          boolean goesOn = what.equals("Incidents");
          for (int i = 0; i < 12_000; i++) {
            if (server.isRegistered(name)
                && (boolean) server.getAttribute(name, "StandingStill") == goesOn
                && (long) server.getAttribute(name, "Standstills") == count
                && (long) server.getAttribute(name, "StandstillMillis") >= 1000
                && explained((Object[]) server.getAttribute(name, "Incidents")) >= count) {
              System.out.println("the MBean knows");
              return;
            }
            Thread.sleep(20);
          }
          throw new IllegalStateException("the MBean does not know of " + count);
        }

        /** The agent has looked at the stacks before it adds a standstill to the incidents. */
        static long explained(Object[] incidents) {
          return java.util.Arrays.stream(incidents)
              .filter(incident -> incident.toString().contains("STANDSTILL"))
              .count();
        }
      }
      """;

  private static OneProgram program;

  @TempDir private Path folder;

  @BeforeAll
  static void compile(@TempDir Path classes) throws Exception {
    program = OneProgram.compile(classes, PROGRAM);
  }

  private JavaCommand java(int jdk, String options) {
    return program
        .on(jdk)
        .options(
            "-Djdk.virtualThreadScheduler.parallelism=2",
            "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED")
        .agent(Settings.agentJar(), options);
  }

  private static List<String> run(JavaCommand java, String... arguments) throws Exception {
    String output = OneProgram.output(java, arguments);
    assertThat(output).contains("ran");
    assertThat(output)
        .satisfies(all -> assertThat(all.contains("knows")).isEqualTo(arguments.length > 1));
    return output.lines().filter(StandstillIT::isTold).toList();
  }

  private static boolean isTold(String line) {
    return line.contains(TOLD) || line.contains(COMPUTE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "park | 2 × in java.util.concurrent.locks.LockSupport.park: Program$Client.park held the monitor (Program.java:20, synchronized method, locks this); the agent converts it",
        "spare | × in java.util.concurrent.locks.LockSupport.park: Program$Client.park held the monitor",
        "read | 2 × in java.net.Socket$SocketInputStream.read: Program$Client.read held the monitor (Program.java:22, synchronized (this)); the agent converts it",
        "lock | 2 × in java.util.concurrent.locks.ReentrantLock.lock: Program.lambda$main$",
        "enter | waited to enter the monitor (Program.java:",
      })
  void what_the_carriers_have_is_told(String how, String what) throws Exception {
    assertThat(run(java(21, "mode=detect"), how, "known"))
        .singleElement()
        .asString()
        .containsPattern(
            "while virtual threads wait for one; %s carriers: "
                .formatted(how.equals("spare") ? "\\d+" : "2"))
        .contains(what)
        .satisfies(
            line ->
                assertThat(line.endsWith("whose owner or next owner may be without a carrier"))
                    .isEqualTo(how.equals("lock")));
  }

  @Test
  void threads_that_compute_are_told() throws Exception {
    computing(21, "compute");
    computing(21, "nested");
  }

  @Test
  void a_thread_that_computes_beside_one_that_is_blocked_is_no_standstill() throws Exception {
    assertThat(run(java(21, "mode=detect"), "in part", "known"))
        .singleElement()
        .asString()
        .contains(COMPUTE + " or are blocked: ", "1 × in Program.lambda$main$", ": computes")
        .contains("1 × in java.util.concurrent.locks.LockSupport.park: Program$Client.park held")
        .doesNotContain(TOLD);
  }

  @Test
  @Tag("long")
  void so_they_are_where_monitors_do_not_pin() throws Exception {
    computing(25, "compute");
  }

  private void computing(int jdk, String how) throws Exception {
    assertThat(run(java(jdk, "mode=detect"), how, "known"))
        .singleElement()
        .asString()
        .contains(COMPUTE + ": ", "2 carriers: 2 × in Program.lambda$main$", ": computes")
        .doesNotContain(TOLD, "waits for a class");
  }

  /** On a machine that does nothing else; {@code MovementWatchTest} has the same without time. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"yield", "one", "sleep"})
  void carriers_that_move_or_are_free_are_not(String how) throws Exception {
    // Where monitors do not pin, threads that sleep in them leave their carriers.
    assertThat(run(java(how.equals("sleep") ? 25 : 21, "mode=detect"), how)).isEmpty();
  }

  @Test
  void the_same_is_told_once_and_all_are_counted() throws Exception {
    String output = OneProgram.output(java(21, "mode=detect"), "again");

    assertThat(output.lines().filter(line -> line.contains(TOLD))).hasSize(1);
    assertThat(output.lines().filter(line -> line.contains("carriers move again after ")))
        .hasSize(1);
    assertThat(output).contains("; carriers stood still 2 times, for ");
  }

  @Test
  void without_the_flight_recorder_they_are_told_as_well() throws Exception {
    JavaCommand java = java(21, "mode=detect,report=" + folder.resolve("report"));
    String output =
        OneProgram.output(
            java.options("--limit-modules=java.instrument,java.management"), "park", "known");

    assertThat(output.lines().filter(line -> line.contains(TOLD))).hasSize(1);
    assertThat(output)
        .contains("no pins are seen: this JVM has no module jdk.jfr")
        .containsPattern("\\[loom-unpin] carriers stood still once, for .*; pins: .*json");
  }

  @Test
  void a_jvm_that_is_killed_while_it_stands_still_has_left_a_report() throws Exception {
    awaitReport(
        List.of(),
        "for ever",
        "\"carrierLosses\": \\[\\s*\\{[^]]*\"holders\": \\[\\s*"
            + "\\{\"method\": \"Program\\$Client.park\", \"use\": \"HELD\"");
  }

  @Test
  void a_report_goes_on_without_the_flight_recorder() throws Exception {
    awaitReport(
        List.of("--limit-modules=java.instrument,java.management"),
        "for ever",
        "\"nanos\": ([3-9]|\\d\\d+)\\d{9}, \"carriers\": 2");
  }

  /** Until a JVM that does not end has written what the pattern finds. */
  private void awaitReport(List<String> options, String how, String pattern) throws Exception {
    Path report = folder.resolve("report");
    Pattern wanted = Pattern.compile(pattern);
    try (Child child =
        java(21, "mode=detect,report=" + report)
            .options(options.toArray(new String[0]))
            .main("Program", how)
            .printing(new Output.Captured())
            .start()) {
      child.awaitPrinted(Pattern.compile(TOLD), OneProgram.LIMIT);
      String last = "no report";
      for (int i = 0; i < 6_000 && !wanted.matcher(last).find(); i++) {
        Thread.sleep(20);
        last = written(report).orElse(last);
      }
      assertThat(last).containsPattern(wanted);
    }
  }

  private static Optional<String> written(Path report) throws Exception {
    if (!Files.isDirectory(report)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(report)) {
      Optional<Path> file = files.filter(each -> each.toString().endsWith(".json")).findFirst();
      return file.isPresent() ? Optional.of(Files.readString(file.get())) : Optional.empty();
    }
  }
}
