// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The recording of one JVM, or of those that a command starts:
 *
 * <ol>
 *   <li>the JVM is found or started, and the recording with it;
 *   <li>every few seconds the carriers are looked at; where they stand still, two dumps of all
 *       threads are taken, since a freeze leaves no event;
 *   <li>the recording ends after a time, when it is stopped, or with the JVM; of a JVM that was
 *       killed, it is what lies in its repository.
 * </ol>
 */
public final class RecordRun {

  private static final Duration TO_END = Duration.ofSeconds(20);

  /** How soon the end of a JVM is noticed. */
  private static final long TICK_NANOS = 250_000_000;

  private final RecordingPlan plan;
  private final RecordingFolder folder;
  private final Duration interval;
  private final Consumer<String> say;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final StandStillDumps dumps;

  /**
   * @param folder for all files; absolute, since the JVM writes most of them
   * @param interval after which the carriers are looked at again
   * @param say gets lines for people
   */
  public RecordRun(RecordingPlan plan, Path folder, Duration interval, Consumer<String> say) {
    this.plan = plan;
    this.folder = new RecordingFolder(folder);
    this.interval = interval;
    this.say = say;
    this.dumps = new StandStillDumps(this.folder, stop);
  }

  /** Ends the recording soon; from any thread. */
  public void stop() {
    stop.countDown();
  }

  /**
   * Records a running JVM.
   *
   * @param limit nothing to record until it is stopped or ends
   */
  public RecordedFiles record(long pid, Optional<Duration> limit)
      throws RecordException, InterruptedException {
    ProcessHandle process = TargetProcess.find(pid);
    ProcessAccess access = ProcessAccess.of(process);
    Jcmd jcmd = Jcmd.of(pid);
    try {
      jcmd.run(plan.configure());
    } catch (RecordException e) {
      throw new RecordException(e.getMessage() + access.whereNotAsked("record", access.runThere()));
    }
    Instant begin = Instant.now();
    // If Ctrl-C came in between, nobody knows whether it has started; then it is stopped below.
    Optional<String> started = jcmd.runOnce(plan.start(folder.recording()));
    if (started.isPresent() && !started.get().contains("Started recording")) {
      boolean written = !started.get().contains("not able to write");
      throw new RecordException(
          written
              ? "the JVM does not record: " + Jcmd.lastLine(started.get())
              : "process "
                  + pid
                  + " cannot write into "
                  + folder.recording().getParent()
                  + access.whereNotWritten());
    }
    Optional<Path> startedIn = startedIn(jcmd);
    Optional<Path> repository = repository(jcmd);
    endFirstPart(jcmd);
    say.accept("recording process " + pid + until(limit));
    watch(new WatchedJvms.Running(new JvmWatch(process, jcmd, say)), limit);
    String stopped = "";
    if (process.isAlive()) {
      stopped = jcmd.run(plan.stop());
    } else {
      say.accept("process " + pid + " has ended");
      if (!RecordingFolder.isWritten(folder.recording())) {
        repository.ifPresent(left -> RecordingFolder.rescue(folder.recording(), left, begin));
      }
    }
    if (!RecordingFolder.isWritten(folder.recording())) {
      throw new RecordException(
          stopped.isEmpty()
              ? "process " + pid + " was killed, or it halted, and left no recording"
              : "the JVM wrote no recording: " + Jcmd.lastLine(stopped));
    }
    return new RecordedFiles(List.of(folder.recording()), dumps.files(), startedIn);
  }

  private void endFirstPart(Jcmd jcmd) throws InterruptedException {
    try {
      jcmd.run(plan.endFirstPart(folder.firstPart()));
      Files.deleteIfExists(folder.firstPart());
    } catch (RecordException | IOException e) {
      // The JVM has ended, or goes on: nothing else depends on it.
      return;
    }
  }

  /**
   * Where the JVM keeps what it records, which it knows once it does; says also if the stacks are
   * less deep than they should be.
   */
  private Optional<Path> repository(Jcmd jcmd) throws RecordException, InterruptedException {
    String configured = jcmd.run(List.of("JFR.configure"));
    if (!configured.contains("Stack depth: " + plan.stackDepth())) {
      say.accept(
          "the stack depth of this JVM cannot be changed any more, because it has recorded before: "
              + "holders further out are lost; start it with "
              + StackDepth.OPTION
              + plan.stackDepth());
    }
    String path = "Repository path: ";
    return configured
        .lines()
        .filter(line -> line.startsWith(path))
        .map(line -> Path.of(line.substring(path.length()).strip()))
        .findFirst();
  }

  /** Where it was started; its class path may be relative to that. */
  private static Optional<Path> startedIn(Jcmd jcmd) throws RecordException, InterruptedException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(jcmd.run(List.of("VM.system_properties"))));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.ofNullable(properties.getProperty("user.dir")).map(Path::of);
  }

  /** Starts a program and records the JVMs that it is or starts. */
  public RecordedFiles record(
      List<String> command, Optional<Duration> limit, Consumer<String> output)
      throws RecordException, InterruptedException {
    try (Child child = start(command, output)) {
      say.accept("recording " + String.join(" ", command) + until(limit));
      StartedJvms jvms = new StartedJvms(child, folder, say);
      watch(jvms, limit);
      if (!jvms.haveEnded()) {
        jvms.end(TO_END);
      } else if (child.exitCode() != 0) {
        say.accept(command.getFirst() + " has ended with exit code " + child.exitCode());
      }
    } catch (IOException e) {
      throw new RecordException(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    return new RecordedFiles(written(), dumps.files(), Optional.empty());
  }

  private Child start(List<String> command, Consumer<String> output) throws IOException {
    List<String> options = plan.options(folder.recordingOfEach(), folder.repository());
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
              .with("JAVA_TOOL_OPTIONS", (given + " " + quoted(options)).strip());
    }
    return started
        .endedBy("TERM", TO_END)
        .printing(new Output.ByLine(line -> pass(line, output)))
        .start();
  }

  /** What the program prints, but not what each JVM says of the options that are ours. */
  private static void pass(String line, Consumer<String> output) {
    if (!line.startsWith("Picked up JAVA_TOOL_OPTIONS: ")) {
      output.accept(line);
    }
  }

  /** The JVM takes quotes off this variable, and blanks are in some names of folders. */
  private static String quoted(List<String> options) {
    return "\"" + String.join("\" \"", options) + "\"";
  }

  private List<Path> written() throws RecordException {
    List<Path> written = new ArrayList<>();
    List<Path> begun = folder.begun();
    for (Path recording : begun) {
      String process =
          "process " + RecordingFolder.process(recording) + " was killed or has halted";
      if (RecordingFolder.isWritten(recording)) {
        written.add(recording);
        continue;
      }
      folder.rescue(recording);
      boolean rescued = RecordingFolder.isWritten(recording);
      say.accept(process + (rescued ? "; its last moment is lost" : ", and left no recording"));
      if (rescued) {
        written.add(recording);
      }
    }
    folder.deleteRepository();
    if (written.isEmpty()) {
      throw new RecordException(
          "no JVM has recorded anything: the command starts none, or not one that takes options"
              + " from JAVA_TOOL_OPTIONS");
    }
    return begun.size() == 1 ? List.of(folder.renamed(written.getFirst())) : written;
  }

  private static String until(Optional<Duration> limit) {
    return limit
        .map(time -> " for " + time.toSeconds() + " s; Ctrl-C ends it earlier")
        .orElse("; Ctrl-C ends it");
  }

  private void watch(WatchedJvms watched, Optional<Duration> limit) throws InterruptedException {
    long begin = System.nanoTime();
    long looked = begin;
    while (!watched.haveEnded()
        && !isOver(begin, limit)
        && !stop.await(pause(begin, limit), TimeUnit.NANOSECONDS)) {
      if (System.nanoTime() - looked >= interval.toNanos() && !isOver(begin, limit)) {
        for (JvmWatch jvm : watched.watches()) {
          jvm.look(dumps);
        }
        looked = System.nanoTime();
      }
    }
  }

  private static boolean isOver(long begin, Optional<Duration> limit) {
    return limit.map(time -> System.nanoTime() - begin >= time.toNanos()).orElse(false);
  }

  private long pause(long begin, Optional<Duration> limit) {
    long left =
        limit.map(time -> time.toNanos() - (System.nanoTime() - begin)).orElse(Long.MAX_VALUE);
    return Math.max(1, Math.min(left, Math.min(TICK_NANOS, interval.toNanos())));
  }
}
