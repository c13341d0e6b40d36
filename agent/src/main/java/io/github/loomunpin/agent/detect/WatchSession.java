// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/**
 * Sends another process what pins here, for as long as that process listens, and then leaves the
 * JVM as it was: without threads, recording and hook of the agent's. Meanwhile the agent registers
 * no MBean and writes nothing to standard error.
 */
public final class WatchSession {

  /** How long each thread may take to end; a class loader may hold one up. */
  private static final long END_MILLIS = 5_000;

  private final WatchLink link;
  private final Detection detection;
  private final Runnable whenEnded;
  private final Thread hook = new Thread(OwnThreads.rootGroup(), this::jvmEnds, WatchLink.NAME);

  private WatchSession(
      WatchLink link,
      AgentOptions options,
      ConvertedClasses converted,
      Instrumentation instrumentation,
      Runnable whenEnded) {
    this.link = link;
    this.whenEnded = whenEnded;
    Outcome outcome = new Outcome(new Notes(link), options);
    this.detection =
        new Detection(
            options,
            outcome,
            new Told(link, options.detect().orElseThrow().thresholdMillis()),
            converted,
            instrumentation);
    hook.setContextClassLoader(null);
  }

  /**
   * Begins to send.
   *
   * @param socket where the other process listens
   * @param whenEnded is run when all is as it was
   * @throws IOException if it does not listen
   */
  public static void begin(
      Path socket,
      AgentOptions options,
      ConvertedClasses converted,
      Instrumentation instrumentation,
      Runnable whenEnded)
      throws IOException {
    WatchLink link = WatchLink.connect(socket);
    try {
      new WatchSession(link, options, converted, instrumentation, whenEnded).begin();
    } catch (RuntimeException | Error e) {
      link.close();
      throw e;
    }
  }

  /** Sends the other process the reason why it cannot watch. */
  public static void refuse(Path socket, String why) throws IOException {
    try (WatchLink link = WatchLink.connect(socket)) {
      link.send(WatchLink.line("refused", why, ""));
    }
  }

  private void begin() {
    String monitors = Boolean.toString(Pinning.monitorsPinOn(Runtime.version().feature()));
    link.send(
        WatchLink.line(
            "watching", "JDK " + Runtime.version(), "\"monitorsPin\": ".concat(monitors)));
    OwnThreads.begin();
    Runtime.getRuntime().addShutdownHook(hook);
    Thread waits = new Thread(OwnThreads.rootGroup(), this::watch, WatchLink.NAME, 0, false);
    waits.setDaemon(true);
    waits.setContextClassLoader(null);
    waits.start();
    detection.begin();
  }

  private void watch() {
    link.awaitEnd();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // The JVM ends, and the hook does the rest.
    }
    detection.end();
    try {
      detection.stop(END_MILLIS);
    } catch (InterruptedException e) {
      // Somebody interrupts all threads; these end all the same.
    }
    OwnThreads.end();
    whenEnded.run();
    close();
  }

  private void jvmEnds() {
    detection.end();
    close();
  }

  private void close() {
    try {
      link.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  /** Sends what the agent would log besides. */
  private static final class Notes extends PrintStream {

    private final WatchLink link;

    Notes(WatchLink link) {
      super(OutputStream.nullOutputStream());
      this.link = link;
    }

    @Override
    public void println(String line) {
      link.send(WatchLink.line("note", line.substring(line.indexOf(']') + 1).strip(), ""));
    }
  }

  private record Told(WatchLink link, long thresholdMillis) implements DetectionListener {

    @Override
    public void pinned(PinBook.Cause first) {
      link.send(WatchLink.line("pin", PinWords.first(first), PinsJson.member(first)));
    }

    @Override
    public void stoodStill(Standstill standstill, boolean isNews) {
      String kind = standstill.busy() ? "busy" : "standstill";
      link.send(WatchLink.line(kind, standstill.line(), PinsJson.member(standstill)));
    }

    @Override
    public void movesAgain(String line, boolean wasNews) {
      link.send(WatchLink.line("moves", line, ""));
    }

    @Override
    public boolean wantsSums() {
      return true;
    }

    @Override
    public String sums(String pins, boolean last) {
      String threshold = "\"thresholdMillis\": " + thresholdMillis;
      link.sendNewest(WatchLink.line("totals", "", threshold + ", \"pins\": " + pins));
      return "";
    }

    /** The last sums have it. */
    @Override
    public void ended(String line) {}
  }
}
