// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One recording of one JVM:
 *
 * <ol>
 *   <li>the JVM is found or started, and the recording with it;
 *   <li>every few seconds the carriers are looked at; where they stand still, two dumps of all
 *       threads are taken, since a freeze leaves no event;
 *   <li>the recording ends after a time, when it is stopped, or with the JVM.
 * </ol>
 */
public final class RecordRun {

  private static final int MOST_STAND_STILLS = 3;
  private static final Duration BETWEEN_DUMPS = Duration.ofSeconds(2);
  private static final Duration TO_END = Duration.ofSeconds(20);

  private final RecordingPlan plan;
  private final Path folder;
  private final Duration interval;
  private final Consumer<String> say;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final List<Path> dumps = new ArrayList<>();
  private int standStills;

  /**
   * @param folder for all files; absolute, since the JVM writes most of them
   * @param interval after which the carriers are looked at again
   * @param say gets lines for people
   */
  public RecordRun(RecordingPlan plan, Path folder, Duration interval, Consumer<String> say) {
    this.plan = plan;
    this.folder = folder;
    this.interval = interval;
    this.say = say;
  }

  /** Ends the recording soon; from any thread. */
  public void stop() {
    stop.countDown();
  }

  private Path recording() {
    return folder.resolve("recording.jfr");
  }

  /**
   * Records a running JVM.
   *
   * @param limit nothing to record until it is stopped or ends
   */
  public RecordedFiles record(long pid, Optional<Duration> limit)
      throws RecordException, InterruptedException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      throw new RecordException("there is no process " + pid + " on this machine");
    }
    Jcmd jcmd = Jcmd.of(pid);
    configure(jcmd);
    String started = jcmd.run(plan.start(recording()));
    if (!started.contains("Started recording")) {
      throw new RecordException("the JVM does not record: " + lastLine(started));
    }
    say.accept("recording process " + pid + until(limit));
    watch(jcmd, process.get(), limit);
    if (process.get().isAlive()) {
      String stopped = jcmd.run(plan.stop());
      if (!hasRecording()) {
        throw new RecordException("the JVM wrote no recording: " + lastLine(stopped));
      }
    } else {
      say.accept("process " + pid + " has ended");
      awaitRecording();
    }
    return new RecordedFiles(recording(), List.copyOf(dumps));
  }

  private void configure(Jcmd jcmd) throws RecordException, InterruptedException {
    jcmd.run(plan.configure());
    String configured = jcmd.run(List.of("JFR.configure"));
    if (!configured.contains("Stack depth: " + plan.stackDepth())) {
      say.accept(
          "the stack depth of this JVM cannot be changed any more, because it has recorded before: "
              + "holders further out are lost; start it with -XX:FlightRecorderOptions:stackdepth="
              + plan.stackDepth());
    }
  }

  /** Starts a program and records the JVM that it is or becomes. */
  public RecordedFiles record(
      List<String> command, Optional<Duration> limit, Consumer<String> output)
      throws RecordException, InterruptedException {
    try (Child child = start(command, output)) {
      say.accept("recording " + String.join(" ", command) + until(limit));
      ProcessHandle process =
          ProcessHandle.of(child.pid())
              .orElseThrow(() -> new RecordException(command.getFirst() + " ended at once"));
      watch(Jcmd.of(child.pid()), process, limit);
      if (!child.stop(TO_END)) {
        say.accept(
            command.getFirst() + " does not end; it is killed, and the recording may be lost");
      }
    } catch (IOException e) {
      throw new RecordException(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    awaitRecording();
    return new RecordedFiles(recording(), List.copyOf(dumps));
  }

  private Child start(List<String> command, Consumer<String> output) throws IOException {
    List<String> options = plan.options(recording());
    Path program = Path.of(command.getFirst());
    boolean java = program.getFileName() != null && program.getFileName().toString().equals("java");
    Program started = Program.of(command.getFirst());
    if (java) {
      started = started.arguments(options).arguments(command.subList(1, command.size()));
    } else {
      // A script starts it; every JVM that it starts takes these options.
      String given = System.getenv().getOrDefault("JAVA_TOOL_OPTIONS", "");
      started =
          started
              .arguments(command.subList(1, command.size()))
              .with("JAVA_TOOL_OPTIONS", (given + " " + String.join(" ", options)).strip());
    }
    return started.endedBy("TERM", TO_END).printing(new Output.ByLine(output)).start();
  }

  private static String until(Optional<Duration> limit) {
    return limit
        .map(time -> " for " + time.toSeconds() + " s; Ctrl-C ends it earlier")
        .orElse("; Ctrl-C ends it");
  }

  private void watch(Jcmd jcmd, ProcessHandle process, Optional<Duration> limit)
      throws InterruptedException {
    CarrierWatch carriers = new CarrierWatch();
    long begin = System.nanoTime();
    boolean looks = true;
    while (process.isAlive()
        && !isOver(begin, limit)
        && !stop.await(pause(begin, limit), TimeUnit.NANOSECONDS)) {
      if (looks && process.isAlive() && !isOver(begin, limit)) {
        looks = look(jcmd, carriers);
      }
    }
  }

  private static boolean isOver(long begin, Optional<Duration> limit) {
    return limit.map(time -> System.nanoTime() - begin >= time.toNanos()).orElse(false);
  }

  private long pause(long begin, Optional<Duration> limit) {
    long left =
        limit.map(time -> time.toNanos() - (System.nanoTime() - begin)).orElse(Long.MAX_VALUE);
    return Math.max(1, Math.min(left, interval.toNanos()));
  }

  /** Whether looking again makes sense. */
  private boolean look(Jcmd jcmd, CarrierWatch carriers) throws InterruptedException {
    Path print = folder.resolve("print-" + (standStills + 1) + ".txt");
    try {
      Files.writeString(print, jcmd.run(List.of("Thread.print")));
      if (carriers.standStill(print)) {
        standStills++;
        say.accept("every carrier stands still; two dumps of all threads are taken");
        dump(jcmd, "dump-" + standStills + "a.txt");
        stop.await(BETWEEN_DUMPS.toMillis(), TimeUnit.MILLISECONDS);
        dump(jcmd, "dump-" + standStills + "b.txt");
        dumps.add(print);
      } else {
        Files.delete(print);
      }
      return standStills < MOST_STAND_STILLS;
    } catch (RecordException | IOException e) {
      say.accept("the carriers are not looked at any more: " + e.getMessage());
      return false;
    }
  }

  private void dump(Jcmd jcmd, String name) throws RecordException, InterruptedException {
    Path file = folder.resolve(name);
    String said = jcmd.run(List.of("Thread.dump_to_file", "-overwrite", file.toString()));
    if (Files.exists(file)) {
      dumps.add(file);
    } else {
      say.accept("no dump: " + lastLine(said));
    }
  }

  private void awaitRecording() throws RecordException {
    if (!hasRecording()) {
      throw new RecordException(
          "no JVM wrote "
              + recording()
              + ": it was killed, it halted, or it is not one that records; with --duration the"
              + " recording ends before the JVM does");
    }
  }

  /** The JVM makes the file when it starts to record, and fills it when it ends to. */
  private boolean hasRecording() {
    try {
      return Files.size(recording()) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String lastLine(String text) {
    return text.strip().lines().reduce((a, b) -> b).orElse("it does not say why");
  }
}
