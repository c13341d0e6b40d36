// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.analyzer.record.RecordException;
import io.github.loomunpin.analyzer.record.TargetProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The watch of one JVM:
 *
 * <ol>
 *   <li>the agent is attached, and connects to a socket of this process;
 *   <li>its events are passed on, until the time is over, {@link #stop} is called or the JVM ends;
 *   <li>the agent reports the totals, leaves, and ends the connection. It leaves as well if this
 *       process is gone.
 * </ol>
 */
public final class WatchRun {

  /** A JVM that is stopped does not answer. */
  private static final Duration LEAVES = Duration.ofSeconds(20);

  private static final Duration ENDS = Duration.ofSeconds(5);

  private final WatchOptions options;
  private final Consumer<String> say;

  /** Guarded by this object, as is the next. */
  private Optional<SocketChannel> connection = Optional.empty();

  private boolean stopped;

  /**
   * @param say gets lines for people
   */
  public WatchRun(WatchOptions options, Consumer<String> say) {
    this.options = options;
    this.say = say;
  }

  /** Ends the watch soon; from any thread. */
  public synchronized void stop() {
    stopped = true;
    if (connection.isPresent()) {
      SocketChannel channel = connection.get();
      try {
        channel.shutdownOutput();
      } catch (IOException e) {
        return; // It has ended already.
      }
      later(LEAVES, () -> close(channel));
    }
  }

  private static void later(Duration time, Runnable task) {
    CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS).execute(task);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      return; // Nobody reads it any more.
    }
  }

  /**
   * Watches a JVM.
   *
   * @param limit nothing to watch until it is stopped or ends
   * @param listener gets the events on this thread; of the totals only the last ones
   * @throws RecordException if it cannot be watched
   */
  public void run(long pid, Optional<Duration> limit, Consumer<WatchEvent> listener)
      throws RecordException, InterruptedException {
    ProcessHandle process = TargetProcess.find(pid);
    try (SocketChannel channel = new AgentLoad(process, options).connected();
        BufferedReader lines =
            new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
      begin(lines, pid, limit);
      connect(channel);
      limit.ifPresent(time -> later(time, this::stop));
      boolean anything = pass(lines, listener);
      sayWhyEnded(process, channel, anything);
    } catch (IOException e) {
      throw new RecordException("process " + pid + " cannot be watched: " + e.getMessage());
    }
  }

  private void begin(BufferedReader lines, long pid, Optional<Duration> limit)
      throws IOException, RecordException {
    WatchEvent first =
        Optional.ofNullable(lines.readLine())
            .flatMap(WatchEvent::parse)
            .orElseThrow(
                () -> new RecordException("the agent in process " + pid + " sends nothing"));
    if (first.kind() == WatchEvent.Kind.REFUSED) {
      throw new RecordException("process " + pid + " cannot be watched: " + first.text());
    }
    say.accept(
        "watching process "
            + pid
            + " ("
            + first.text()
            + ")"
            + limit
                .map(time -> " for " + time.toSeconds() + " s; Ctrl-C ends it earlier")
                .orElse("; Ctrl-C ends it"));
    if (!first.document().path("monitorsPin").asBoolean(true)) {
      say.accept(
          "on this JDK monitors do not pin (JEP 491); native frames and class initializers still do");
    }
  }

  private synchronized void connect(SocketChannel channel) {
    connection = Optional.of(channel);
    if (stopped) {
      stop();
    }
  }

  /** Whether there were totals in the end. */
  private boolean pass(BufferedReader lines, Consumer<WatchEvent> listener) {
    Optional<WatchEvent> totals = Optional.empty();
    for (String line = next(lines); line != null; line = next(lines)) {
      Optional<WatchEvent> event = WatchEvent.parse(line);
      if (event.map(WatchEvent::kind).equals(Optional.of(WatchEvent.Kind.TOTALS))) {
        totals = event;
      } else {
        event.ifPresent(listener);
      }
    }
    totals.ifPresent(listener);
    return totals.isPresent();
  }

  /** Null at the end of the connection, whoever has ended it. */
  private static String next(BufferedReader lines) {
    try {
      return lines.readLine();
    } catch (IOException e) {
      return null;
    }
  }

  private void sayWhyEnded(ProcessHandle process, SocketChannel channel, boolean anything)
      throws InterruptedException {
    if (isStopped()) {
      if (!channel.isOpen()) {
        say.accept(
            "process " + process.pid() + " does not answer; the agent leaves when it goes on");
      }
      return;
    }
    String what = " has ended";
    try {
      process.onExit().get(ENDS.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      what = " no longer reports anything";
    }
    say.accept("process " + process.pid() + what + (anything ? "" : "; nothing was seen before"));
  }

  private synchronized boolean isStopped() {
    return stopped;
  }
}
