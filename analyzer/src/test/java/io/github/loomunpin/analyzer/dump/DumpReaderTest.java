// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.dump.LockNote.Kind;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Excerpts of what JDK 21.0.8 and 25.0.3 write. */
class DumpReaderTest {

  private static final String TEXT_21 =
      """
      5095
      2026-11-22T08:37:13.398092325Z
      21.0.8+9-LTS

      #1 "main"
            java.base/java.lang.Object.wait0(Native Method)
            app//acme.Main.main(Main.java:9)

      #28 "vt "x" 1" virtual
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
            acme.mod@1.0/acme.Client.call(Client.java:134)

      #29 "" virtual

      """;

  private static final String PRINT_21 =
      """
      2026-11-22 08:37:15
      Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode):

      "owner" #27 [1469] prio=5 os_prio=0 cpu=0.14ms elapsed=6.48s tid=0x00007fd6ac231780 nid=1469 waiting on condition  [0x00007fd681cfe000]
         java.lang.Thread.State: TIMED_WAITING (sleeping)
      \tat java.lang.Thread.sleep0(java.base@21.0.8/Native Method)
      \tat Many.lambda$main$4(Many.java:14)
      \t- locked <0x000000069ed617e8> (a java.lang.Object)
      \tat Many$$Lambda/0x00000008000c2440.run(Unknown Source)

         Locked ownable synchronizers:
      \t- <0x000000069ed618d0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

      "ForkJoinPool-1-worker-2" #26 [6384] daemon prio=5 os_prio=0 cpu=0.17ms elapsed=4.57s tid=0x00007f7364320700  [0x00007f73488fd000]
         Carrying virtual thread #31
      \tat jdk.internal.vm.Continuation.run(java.base@21.0.8/Unknown Source)
      \t- waiting on the Class initialization monitor for Many$Init

      "G1 Service" os_prio=0 cpu=0.10ms elapsed=4.61s tid=0x00007f7364320700 nid=1 runnable

      JNI global refs: 12, weak refs: 0

      Found one Java-level deadlock:
      "owner":
      \tat never.Shown.twice(Shown.java:1)
      """;

  private static final String PRINT_25 =
      """
      Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

      "ForkJoinPool-1-worker-2" #28 [2299] daemon prio=5 os_prio=0 cpu=0.74ms elapsed=5.78s tid=0x00007fdc340e6720  [0x00007fdc14bad000]
         Carrying virtual thread #27
      \tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
         Mounted virtual thread #27
      \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
      \tat Many$Init.<clinit>(Many.java:4)

         Locked ownable synchronizers:
      \t- None

      JNI global refs: 12, weak refs: 0
      """;

  private static final String PINNED =
      """
      started
      VirtualThread[#28,vt-1]/runnable@ForkJoinPool-1-worker-2 reason:MONITOR
          java.base/java.lang.VirtualThread$VThreadContinuation.onPinned(Unknown Source)
          java.base/jdk.internal.vm.Continuation.onPinned0(Unknown Source)
          java.base/java.lang.VirtualThread.park(Unknown Source)
          brave.RealSpan.finish(RealSpan.java:134) <== monitors:1
          java.base/java.lang.VirtualThread.run(Unknown Source)
      hello from VirtualThread[#30]/runnable@ForkJoinPool-1-worker-1
      Thread[#22,ForkJoinPool-1-worker-1,5,CarrierThreads]
          acme.Client.call(Client.java:12) <== monitors:2
      """;

  @TempDir private Path directory;

  @Test
  void reads_text_with_virtual_threads() throws IOException {
    ThreadDump dump = only(TEXT_21);

    assertThat(dump.format()).isEqualTo(DumpFormat.TEXT);
    assertThat(dump.pid()).isEqualTo(5095);
    assertThat(dump.jvm().feature()).isEqualTo(21);
    assertThat(dump.time())
        .hasValueSatisfying(time -> assertThat(time).hasToString("2026-11-22T08:37:13.398092325"));
    assertThat(dump.threads()).extracting(DumpedThread::id).containsExactly(1L, 28L, 29L);
    assertThat(dump.threads()).extracting(DumpedThread::virtual).containsExactly(false, true, true);
    assertThat(dump.threads().get(1).name()).isEqualTo("vt \"x\" 1");
    assertThat(dump.threads().get(1).stack().frames())
        .containsExactly(
            new Frame("jdk/internal/misc/Unsafe", "park", "", -1, -1, true, true),
            new Frame("java/lang/VirtualThread", "parkOnCarrierThread", "", -1, -1, true, false),
            new Frame("acme/Client", "call", "", -1, 134, false, false));
    assertThat(dump.threads().get(2).stack().isEmpty()).isTrue();
  }

  @Test
  void reads_what_a_newer_jdk_says_of_monitors() throws IOException {
    ThreadDump dump =
        only(
            """
            2216
            2026-11-22T08:42:01Z
            25.0.3+9-LTS

            #25 "blocked" virtual BLOCKED 2026-11-22T08:42:01.052021104Z
                at Many.enter(Many.java:6)
                - waiting to lock <java.lang.Object@68bd0049>
                at Many.run(Many.java:11)
                - locked <java.lang.Class@6587524c>

            """);

    DumpedThread thread = dump.threads().getFirst();
    assertThat(thread.state()).isEqualTo("BLOCKED");
    assertThat(thread.locks())
        .containsExactly(
            new LockNote(0, Kind.WAITING_TO_LOCK, "java.lang.Object@68bd0049", "java.lang.Object"),
            new LockNote(1, Kind.LOCKED, "java.lang.Class@6587524c", "java.lang.Class"));
  }

  @Test
  void reads_json_of_both_kinds() throws IOException {
    ThreadDump dump =
        only(
            """
            {"threadDump": {"processId": "7", "time": "2026-11-22T08:37:14Z", "runtimeVersion": "21.0.8+9",
              "threadContainers": [
                {"container": "<root>", "parent": null, "owner": null, "threads": [
                  {"tid": "9", "name": "Signal Dispatcher", "stack": []},
                  {"tid": "28", "name": "vt", "stack": [
                    "acme.Client.call(Client.java:134)",
                    "java.base\\/java.lang.VirtualThread.run(Unknown Source)"]},
                  {"tid": "29", "name": "", "stack": []}], "threadCount": "3"},
                {"container": "other", "threads": [
                  {"tid": 30, "virtual": true, "name": "new", "state": "BLOCKED", "carrier": "12",
                   "blockedOn": "a.B@1", "stack": ["a.B.c(B.java:1)", "a.B.d(B.java:2)"],
                   "monitorsOwned": [{"depth": 1, "locks": ["a.C@2"]}]}]}]}}
            """);

    assertThat(dump.pid()).isEqualTo(7);
    assertThat(dump.threads()).extracting(DumpedThread::id).containsExactly(9L, 28L, 29L, 30L);
    assertThat(dump.threads())
        .extracting(DumpedThread::virtual)
        .containsExactly(false, true, true, true);
    assertThat(dump.threads().getLast().carrier()).isEqualTo(12);
    assertThat(dump.threads().getLast().locks())
        .containsExactly(
            new LockNote(1, Kind.LOCKED, "a.C@2", "a.C"),
            new LockNote(0, Kind.WAITING_TO_LOCK, "a.B@1", "a.B"));
  }

  @Test
  void reads_carriers_and_locks_that_the_jvm_prints() throws IOException {
    ThreadDump dump = only(PRINT_21);

    assertThat(dump.format()).isEqualTo(DumpFormat.PRINT);
    assertThat(dump.jvm().version()).isEqualTo("21.0.8+9-LTS");
    assertThat(dump.hasVirtualStacks()).isFalse();
    assertThat(dump.threads()).extracting(DumpedThread::id).containsExactly(27L, 26L);
    DumpedThread owner = dump.threads().getFirst();
    assertThat(owner.cpuNanos()).isEqualTo(140_000);
    assertThat(owner.locks())
        .containsExactly(
            new LockNote(1, Kind.LOCKED, "0x000000069ed617e8", "java.lang.Object"),
            new LockNote(
                -1,
                Kind.OWNS,
                "0x000000069ed618d0",
                "java.util.concurrent.locks.ReentrantLock$NonfairSync"));
    assertThat(owner.stack().frames()).hasSize(3);
    assertThat(owner.stack().frames().getLast().className())
        .isEqualTo("Many$$Lambda+0x00000008000c2440");
    DumpedThread carrier = dump.threads().getLast();
    assertThat(carrier.carries()).isEqualTo(31);
    assertThat(carrier.locks())
        .containsExactly(new LockNote(0, Kind.CLASS_INITIALIZATION, "", "Many$Init"));
  }

  @Test
  void reads_mounted_threads_that_a_newer_jvm_prints() throws IOException {
    ThreadDump dump = only(PRINT_25);

    assertThat(dump.hasVirtualStacks()).isTrue();
    assertThat(dump.threads()).extracting(DumpedThread::id).containsExactlyInAnyOrder(27L, 28L);
    DumpedThread mounted = dump.threads().stream().filter(DumpedThread::virtual).findAny().get();
    assertThat(mounted.carrierName()).isEqualTo("ForkJoinPool-1-worker-2");
    assertThat(mounted.stack().frames()).hasSize(2);
  }

  @Test
  void reads_both_forms_of_pinned_traces_between_other_output() throws IOException {
    ThreadDump dump = only(PINNED);

    assertThat(dump.format()).isEqualTo(DumpFormat.PINNED);
    assertThat(dump.threads()).extracting(DumpedThread::id).containsExactly(28L, 0L);
    assertThat(dump.threads())
        .extracting(DumpedThread::carrierName)
        .containsExactly("ForkJoinPool-1-worker-2", "ForkJoinPool-1-worker-1");
    assertThat(dump.threads().getFirst().stack().frames().getFirst().method()).isEqualTo("park");
    assertThat(dump.threads().getFirst().locks())
        .containsExactly(new LockNote(1, Kind.LOCKED, "", ""));
  }

  @Test
  void finds_several_dumps_in_the_log_of_a_container() throws IOException {
    List<ThreadDump> dumps =
        read("starting\n" + PRINT_21 + "more output\n" + PRINT_21 + PINNED, StandardCharsets.UTF_8)
            .dumps();

    assertThat(dumps)
        .extracting(ThreadDump::format)
        .containsExactly(DumpFormat.PRINT, DumpFormat.PRINT, DumpFormat.PINNED);
    assertThat(dumps.getLast().source()).endsWith("dump (3)");
  }

  @Test
  void reads_lines_behind_what_tools_write_before_them() throws IOException {
    String times = TEXT_21.replaceAll("(?m)^", "2026-11-22T08:37:13.4Z ");
    String services = TEXT_21.replaceAll("(?m)^", "app-1  | ");

    assertThat(only(times).threads()).isEqualTo(only(TEXT_21).threads());
    assertThat(only(services).threads()).isEqualTo(only(TEXT_21).threads());
  }

  @Test
  void says_that_a_dump_ends_within_a_thread() throws IOException {
    int within = TEXT_21.indexOf("parkOnCarrierThread");

    DumpReader.Dumps cut = read(TEXT_21.substring(0, within), StandardCharsets.UTF_8);

    assertThat(cut.dumps()).singleElement().matches(ThreadDump::cut);
    assertThat(cut.incomplete()).singleElement().asString().contains("cut off");
    assertThat(only(TEXT_21).cut()).isFalse();
    assertThat(only(PRINT_21).cut()).isFalse();
  }

  /** The JVM ends each thread with an empty line, which some who copy a dump lose. */
  @Test
  void says_that_a_dump_ends_behind_a_line_of_a_stack() throws IOException {
    int behind = TEXT_21.indexOf("      acme.mod@1.0");
    String begun = "      java.base/java.lang.VirtualThread.run(Unknown Source)\n";

    DumpReader.Dumps cut = read(TEXT_21.substring(0, behind), StandardCharsets.UTF_8);

    assertThat(cut.dumps()).singleElement().matches(ThreadDump::cut);
    assertThat(cut.incomplete())
        .extracting(Gap::what)
        .containsExactly("it ends within the stack of a thread: the rest was cut off");
    assertThat(cut.incomplete()).allMatch(Gap::isUnreadable);
    assertThat(only(TEXT_21.substring(0, behind) + begun).cut()).isFalse();
    assertThat(read(TEXT_21 + "#30 \"vt", StandardCharsets.UTF_8).incomplete())
        .extracting(Gap::what)
        .containsExactly("it ends within a line: the rest was cut off");
  }

  @Test
  void says_that_a_printed_dump_ends_before_its_last_line() throws IOException {
    String begin = PRINT_21.substring(0, PRINT_21.indexOf("\"G1 Service\""));

    DumpReader.Dumps cut = read(begin + PRINT_21, StandardCharsets.UTF_8);

    assertThat(cut.dumps()).extracting(ThreadDump::cut).containsExactly(true, false);
    assertThat(cut.incomplete())
        .singleElement()
        .asString()
        .endsWith("dump (1): it ends before its line \"JNI global refs\": the rest was cut off");
  }

  @Test
  void reads_files_that_a_shell_wrote_as_utf_16() throws IOException {
    List<ThreadDump> dumps = read("\uFEFF" + PRINT_21, StandardCharsets.UTF_16LE).dumps();

    assertThat(dumps).hasSize(1);
    assertThat(dumps.getFirst().threads()).hasSize(2);
  }

  @Test
  void says_what_is_no_dump() throws IOException {
    assertThat(read("hello\n", StandardCharsets.UTF_8).incomplete())
        .extracting(Gap::what)
        .containsExactly("neither a recording nor a thread dump");
    assertThat(
            read("{\"threadDump\": {\"threads\": [ {\"tid\": 1,", StandardCharsets.UTF_8)
                .incomplete())
        .extracting(Gap::isUnreadable)
        .containsExactly(true);
    assertThat(DumpReader.isText(directory.resolve("missing"))).isFalse();
  }

  private ThreadDump only(String text) throws IOException {
    DumpReader.Dumps read = read(text, StandardCharsets.UTF_8);
    assertThat(read.incomplete()).isEmpty();
    assertThat(read.dumps()).hasSize(1);
    return read.dumps().getFirst();
  }

  private DumpReader.Dumps read(String text, Charset charset) throws IOException {
    Path file = Files.write(directory.resolve("dump"), text.getBytes(charset));
    assertThat(DumpReader.isText(file)).isTrue();
    return DumpReader.read(file);
  }
}
