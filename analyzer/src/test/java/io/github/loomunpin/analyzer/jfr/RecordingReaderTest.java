// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus.State;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {

  @TempDir private static Path directory;
  private static Path recording;

  /** Parks in a static initializer, which pins on every JDK. */
  static class ParksWhileInitialized {
    static {
      LockSupport.parkNanos(50_000_000);
    }

    static void touch() {}
  }

  @BeforeAll
  static void record() throws Exception {
    recording = directory.resolve("pinned.jfr");
    try (var running = new jdk.jfr.Recording(Configuration.getConfiguration("default"))) {
      running.start();
      Thread.ofVirtual().start(ParksWhileInitialized::touch).join();
      running.stop();
      running.dump(recording);
    }
  }

  @Test
  void reads_a_pin_with_its_stack() {
    Recording read = RecordingReader.read(recording);

    PinGroup pin =
        read.pins().stream().filter(group -> !group.stack().isEmpty()).findFirst().orElseThrow();
    assertThat(pin.kind()).isEqualTo(PinKind.PARKED);
    assertThat(pin.tally().count()).isEqualTo(1);
    assertThat(pin.tally().totalNanos()).isGreaterThan(20_000_000);
    assertThat(read.span().start()).isBeforeOrEqualTo(pin.tally().span().start());
    assertThat(read.span().end()).isAfterOrEqualTo(pin.tally().span().end());
    assertThat(pin.tally().span().nanos()).isEqualTo(pin.tally().totalNanos());
    assertThat(pin.stack().frames())
        .filteredOn(Frame::isClassInitializer)
        .singleElement()
        .returns(ParksWhileInitialized.class.getName().replace('.', '/'), Frame::className)
        .returns(false, Frame::jdk)
        .satisfies(frame -> assertThat(frame.line()).isPositive())
        .satisfies(frame -> assertThat(frame.bci()).isPositive());
    assertThat(pin.stack().frames()).filteredOn(Frame::jdk).isNotEmpty();
  }

  @Test
  void knows_the_jvm_that_recorded() {
    Jvm jvm = RecordingReader.read(recording).jvm();

    assertThat(jvm.feature()).isEqualTo(Runtime.version().feature());
    assertThat(jvm.property("java.home")).isEqualTo(System.getProperty("java.home"));
    assertThat(jvm.monitorsPin()).isEqualTo(Runtime.version().feature() < 24);
    assertThat(jvm.arguments()).isPresent();
    assertThat(jvm.loomUnpin()).contains(System.getenv().getOrDefault("LOOM_UNPIN", ""));
  }

  @Test
  void a_threshold_that_code_has_set_is_in_milliseconds_as_well() throws Exception {
    Path file = directory.resolve("set.jfr");
    try (var running = new jdk.jfr.Recording()) {
      running.enable("jdk.ActiveSetting");
      running.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1500));
      running.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofNanos(1_500_000));
      running.start();
      running.stop();
      running.dump(file);
    }

    var events = RecordingReader.read(file).events();
    assertThat(events.get(PinKind.PARKED).threshold()).isEqualTo("1500 ms");
    assertThat(events.get(PinKind.BLOCKED).threshold()).isEqualTo("1500000 ns");
  }

  @Test
  void says_that_short_pins_are_hidden() {
    Recording read = RecordingReader.read(recording);

    assertThat(read.events().get(PinKind.PARKED))
        .isEqualTo(new EventStatus(State.ON, "20 ms", State.ON, 1));
    assertThat(read.incomplete())
        .anySatisfy(
            gap -> {
              assertThat(gap.isUnreadable()).isFalse();
              assertThat(gap.what())
                  .startsWith(
                      "jdk.VirtualThreadPinned: events shorter than 20 ms were not recorded");
            });
  }

  @Test
  void a_recording_without_the_event_cannot_answer() throws Exception {
    Path other = directory.resolve("without.jfr");
    try (var running = new jdk.jfr.Recording()) {
      running.enable("jdk.ActiveSetting");
      running.disable("jdk.VirtualThreadPinned");
      running.enable("jdk.JVMInformation");
      running.start();
      running.stop();
      running.dump(other);
    }

    assertThat(RecordingReader.read(other).incomplete())
        .contains(
            Gap.unreadable(
                other.toString(),
                "jdk.VirtualThreadPinned was not enabled: pins of threads that parked were not recorded"));
  }

  @Test
  void names_the_jdk_of_a_recording_without_events_about_it() throws Exception {
    Path bare = directory.resolve("bare.jfr");
    class ParksToo {
      static final Object NONE = park();

      static Object park() {
        LockSupport.parkNanos(1_000_000);
        return "";
      }
    }
    try (var running = new jdk.jfr.Recording()) {
      running.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
      running.start();
      Thread.ofVirtual().start(() -> assertThat(ParksToo.NONE).isNotNull()).join();
      running.stop();
      running.dump(bare);
    }

    assertThat(RecordingReader.read(bare).jvm().feature()).isEqualTo(Runtime.version().feature());
  }

  @Test
  void reads_what_comes_before_the_cut() throws IOException {
    byte[] good = Files.readAllBytes(recording);
    byte[] twice = Arrays.copyOf(good, good.length + good.length / 2);
    System.arraycopy(good, 0, twice, good.length, good.length / 2);
    Path cut = Files.write(directory.resolve("cut.jfr"), twice);

    Recording read = RecordingReader.read(cut);

    assertThat(read.total().count()).isEqualTo(1);
    assertThat(read.incomplete())
        .filteredOn(Gap::isUnreadable)
        .singleElement()
        .extracting(Gap::what)
        .asString()
        .startsWith("readable only in part (cut off at byte " + twice.length + "); ");
  }

  @Test
  void says_in_one_line_what_is_no_recording() throws IOException {
    byte[] good = Files.readAllBytes(recording);
    byte[] noise = new byte[5_000];
    new Random(1).nextBytes(noise);
    Map<String, byte[]> files =
        Map.of(
            "the file is empty",
            new byte[0],
            "not a flight recording",
            noise,
            "cut off at byte 10",
            Arrays.copyOf(good, 10),
            "cut off at byte 68",
            Arrays.copyOf(good, 68),
            "cut off at byte " + good.length / 2,
            Arrays.copyOf(good, good.length / 2));

    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path bad = Files.write(directory.resolve("bad.jfr"), file.getValue());
      assertThat(RecordingReader.read(bad).incomplete())
          .containsExactly(
              Gap.unreadable(bad.toString(), "not a readable recording (" + file.getKey() + ")"));
    }
    assertThat(RecordingReader.read(directory.resolve("gone.jfr")).incomplete())
        .extracting(Gap::what)
        .containsExactly("no such file");
    assertThat(RecordingReader.read(directory).incomplete())
        .extracting(Gap::what)
        .containsExactly("not a file");
  }

  @Test
  void says_that_the_name_of_a_type_is_damaged() throws IOException {
    String latin = new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1);
    Path bad =
        Files.writeString(
            directory.resolve("type.jfr"),
            latin.replace("jdk.DataLoss", "jdk.+ataLoss"),
            StandardCharsets.ISO_8859_1);

    assertThat(RecordingReader.read(bad).incomplete())
        .singleElement()
        .matches(Gap::isUnreadable)
        .extracting(Gap::what)
        .asString()
        .contains("jdk.+ataLoss is not a valid Java type");
  }

  @Test
  void reads_all_that_a_jvm_has_declared_in_a_chunk_it_still_writes() throws IOException {
    Path open = directory.resolve("open.jfr");
    byte[] bytes = Files.readAllBytes(recording);
    int state = 64;
    bytes[state] = 3;
    Files.write(open, bytes);
    Files.write(open, new byte[] {40, 120, 1, 2, 3}, StandardOpenOption.APPEND);

    Recording read = RecordingReader.read(open);

    assertThat(read.events()).isEqualTo(RecordingReader.read(recording).events());
    assertThat(read.incomplete())
        .noneMatch(gap -> gap.kind() == Gap.Kind.UNREADABLE)
        .anyMatch(gap -> gap.what().contains("still being written, or its JVM was killed"));
  }

  @Test
  void does_not_wait_for_a_chunk_that_was_never_finished() throws IOException {
    byte[] good = Files.readAllBytes(recording);
    byte[] unfinished = good.clone();
    ByteBuffer.wrap(unfinished).putLong(8, 0);
    byte[] both = Arrays.copyOf(good, 2 * good.length);
    System.arraycopy(unfinished, 0, both, good.length, good.length);
    Path alone = Files.write(directory.resolve("unfinished.jfr"), unfinished);
    Path behind = Files.write(directory.resolve("behind.jfr"), both);

    assertThat(RecordingReader.read(alone).incomplete())
        .containsExactly(
            Gap.unreadable(
                alone.toString(),
                "not a readable recording (a chunk that was never finished at byte 0)"));
    Recording read = RecordingReader.read(behind);
    assertThat(read.total().count()).isEqualTo(1);
    assertThat(read.incomplete())
        .filteredOn(Gap::isUnreadable)
        .singleElement()
        .extracting(Gap::what)
        .asString()
        .startsWith("readable only in part (a chunk that was never finished at byte ");
  }

  @Test
  void gives_up_a_parser_that_makes_no_progress() throws IOException {
    CountDownLatch stopped = new CountDownLatch(1);

    boolean ended =
        ParserWatch.run(
            () -> {
              try {
                stopped.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            () -> 7,
            stopped::countDown,
            () -> {},
            Duration.ofMillis(50));

    assertThat(ended).isFalse();
    assertThat(stopped.getCount()).isZero();
  }

  @Test
  void survives_any_damage_within_a_chunk() throws IOException {
    byte[] good = Files.readAllBytes(recording);
    Random random = new Random(7);
    for (int round = 0; round < 40; round++) {
      byte[] damaged = good.clone();
      for (int i = 0; i < 20; i++) {
        damaged[68 + random.nextInt(good.length - 68)] = (byte) random.nextInt();
      }
      Path bad = Files.write(directory.resolve("damaged.jfr"), damaged);

      Recording read = RecordingReader.read(bad);

      assertThat(read.source()).isEqualTo(bad.toString());
    }
  }
}
