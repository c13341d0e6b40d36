// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that was started here. Closing it ends it. */
public final class Child implements AutoCloseable {

  private static final long POLL_MILLIS = 50;
  private static final int TAIL = 4_000;
  private static final Duration ANSWER = Duration.ofSeconds(30);

  /** With the end of the line: what is printed in pieces must not be read as another port. */
  private static final Pattern LISTENING =
      Pattern.compile("^Listening on (http://\\S+)\\R", Pattern.MULTILINE);

  /** Lines of the stack of an exception, and those of the agent, whose tally is the last one. */
  private static final Pattern AFTERWORDS =
      Pattern.compile("\\s+(at |\\.\\.\\. \\d+ )|\\[loom-unpin] ");

  private final Program program;
  private final Process process;
  private final Printed output;
  private final Printed errors;
  private final long begin;
  private boolean ended;

  private Child(Program program, Process process, Printed output, Printed errors, long begin) {
    this.program = program;
    this.process = process;
    this.output = output;
    this.errors = errors;
    this.begin = begin;
  }

  /** Whether this JVM ends, and all children with it: then none of them has failed. */
  public static boolean allEnd() {
    return Children.areEnding();
  }

  static Child start(Program program) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.command());
    program.directory().ifPresent(folder -> builder.directory(folder.toFile()));
    program
        .environment()
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    text -> builder.environment().put(name, text),
                    () -> builder.environment().remove(name)));
    Printed output = Printed.of(program.output());
    Printed errors = Printed.of(program.errors());
    builder.redirectErrorStream(program.errors() instanceof Output.Merged);
    builder.redirectOutput(output.redirect()).redirectError(errors.redirect());
    try {
      Child child = Children.start(() -> start(program, builder, output, errors));
      output.read(child.process.getInputStream());
      errors.read(child.process.getErrorStream());
      return child;
    } catch (IOException e) {
      output.delete();
      errors.delete();
      throw new ProcessFailure(program, e);
    }
  }

  private static Child start(
      Program program, ProcessBuilder builder, Printed output, Printed errors) throws IOException {
    long begin = System.nanoTime();
    return new Child(program, builder.start(), output, errors, begin);
  }

  public long pid() {
    return process.pid();
  }

  /** Processor time used so far, where the system says it. */
  public Optional<Duration> cpuTime() {
    return process.info().totalCpuDuration();
  }

  /** What it has printed until now, if that is kept. */
  public String output() {
    return output.text();
  }

  /** The end of what it has printed until now, for messages. */
  public String outputTail() {
    String text = output();
    return text.substring(Math.max(0, text.length() - TAIL));
  }

  /**
   * The last line it has printed that is neither empty nor of the stack of an exception; one of the
   * agent only if there is no other.
   */
  public String lastWords() {
    List<String> lines = output.text().lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> !AFTERWORDS.matcher(line).lookingAt())
        .reduce((a, b) -> b)
        .or(() -> lines.stream().reduce((a, b) -> b))
        .map(String::strip)
        .orElse("it printed nothing");
  }

  /** Waits for its end; false if it is still running after that time. */
  public boolean await(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Has a JVM write down its threads, if somebody names a folder for that by the system property
   * {@code hung.threads}; in words for messages, where they are.
   */
  String threads() throws IOException, InterruptedException {
    Path jcmd = Jdk.running().bin("jcmd");
    String folder = System.getProperty("hung.threads", "");
    if (folder.isEmpty() || !Files.isExecutable(jcmd)) {
      return "";
    }
    Path file = Path.of(folder, "hung-" + pid() + ".txt").toAbsolutePath();
    try (Child asking =
        Program.of(jcmd.toString(), "" + pid(), "Thread.dump_to_file", "-overwrite", "" + file)
            .start()) {
      boolean written = asking.await(ANSWER) && asking.exitCode() == 0;
      return written ? "; its threads are in " + file : "";
    }
  }

  /** The exit code of a process that has ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Waits for its end or ends it when that time is over; returns its exit code. */
  public int awaitOrEnd(Duration limit) throws InterruptedException {
    if (!await(limit)) {
      end();
    }
    return process.exitValue();
  }

  /** Waits for its end or ends it when the condition says so; returns its exit code. */
  public int awaitOrEnd(BooleanSupplier mustEnd) throws InterruptedException {
    while (!process.waitFor(4 * POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (mustEnd.getAsBoolean()) {
        end();
      }
    }
    return process.exitValue();
  }

  /**
   * Waits until it has printed something.
   *
   * @throws ProcessFailure if it has not in that time, or has ended before
   */
  public MatchResult awaitPrinted(Pattern pattern, Duration limit)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      // Asked before reading: what it printed just before its end counts.
      boolean over = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      Matcher matcher = pattern.matcher(output());
      if (matcher.find()) {
        return matcher.toMatchResult();
      }
      if (over) {
        throw failure("ended with exit code " + process.exitValue() + " before it was ready");
      }
      if (System.nanoTime() - deadline > 0) {
        throw failure("not ready after " + limit.toSeconds() + " s");
      }
    }
  }

  /**
   * Waits until it has printed "Listening on" and its address, as the servers of this project do
   * when they are ready.
   *
   * @throws ProcessFailure if it has not in that time, or has ended before
   */
  public URI awaitAddress(Duration limit) throws IOException, InterruptedException {
    return URI.create(awaitPrinted(LISTENING, limit).group(1));
  }

  /**
   * Asks it to end, so that its shutdown hooks run; false if it has not after that time. It must be
   * closed all the same.
   */
  public boolean stop(Duration patience) throws InterruptedException {
    process.destroy();
    return await(patience);
  }

  /**
   * What is known of it at its end.
   *
   * @throws ProcessFailure if it printed more than is captured
   */
  Ended ended() throws ProcessFailure {
    Duration time = Duration.ofNanos(System.nanoTime() - begin);
    if (output.isTooLong() || errors.isTooLong()) {
      throw new ProcessFailure("printed more than 64 MB", program, "");
    }
    return new Ended(program, process.exitValue(), time, output.text(), errors.text());
  }

  ProcessFailure failure(String what) {
    return new ProcessFailure(
        what, program, errors.text().isBlank() ? outputTail() : errors.text());
  }

  /** Ends it now if it has not ended; what it printed can still be read. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      program.ending().end(process);
    }
  }

  /** Ends it, if it has not ended, and all processes it has started; returns when it is gone. */
  @Override
  public void close() {
    end();
    output.delete();
    errors.delete();
    Children.closed(this);
  }

  @Override
  public String toString() {
    return program.toString();
  }

  /** All processes that were started and not closed, so that none survives this JVM. */
  private static final class Children {

    /** Last started first: an application ends before its database. */
    private static final Deque<Child> OPEN = new ArrayDeque<>();

    private static boolean ending;

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end of child processes"));
    }

    private Children() {}

    /** What makes a child. */
    interface Starter {
      Child start() throws IOException;
    }

    /** Under the lock, so that no process comes into being while all are being ended. */
    static synchronized Child start(Starter starter) throws IOException {
      if (ending) {
        throw new IllegalStateException("no process is started while the JVM ends");
      }
      Child child = starter.start();
      OPEN.addFirst(child);
      return child;
    }

    static synchronized void closed(Child child) {
      OPEN.remove(child);
    }

    static synchronized boolean areEnding() {
      return ending;
    }

    private static void endAll() {
      open().forEach(Child::close);
    }

    private static synchronized List<Child> open() {
      ending = true;
      return List.copyOf(OPEN);
    }
  }
}
