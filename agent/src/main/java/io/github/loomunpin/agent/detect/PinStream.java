// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.install.JdkAccess;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.JdkLoaders;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/** Hears of pins from the flight recorder of this JVM. Its module may be missing. */
final class PinStream {

  /** Stacks that are known by the object that the recorder has for them. */
  private static final int MOST_STACKS = 2_000;

  /** A web application has hundreds of frames; the recorder keeps 64 by itself. */
  private static final int FRAMES = 512;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final String REASON = "pinnedReason";
  private static final String MONITOR = "monitorClass";

  /** Receives each pin, on the thread of the stream. */
  interface Listener {

    /**
     * @param thread its name, empty if it has none
     */
    void pinned(SeenPin pin, long nanos, long endMillis, String thread);
  }

  private final RecordingStream stream;
  private final int depth;
  private final Duration threshold;
  private final Listener listener;
  private final Map<RecordedStackTrace, List<SeenFrame>> known = new IdentityHashMap<>();
  private final AtomicLong failures = new AtomicLong();

  private PinStream(RecordingStream stream, int depth, Duration threshold, Listener listener) {
    this.stream = stream;
    this.depth = depth;
    this.threshold = threshold;
    this.listener = listener;
  }

  /**
   * Prepares one. The first recording of this JVM must not have begun for it to see deep stacks.
   *
   * @param recorder the module of the flight recorder
   * @param afterSome is run about every second
   * @throws IllegalStateException if this JVM cannot, with the reason
   */
  static PinStream open(
      Module recorder,
      Instrumentation instrumentation,
      long thresholdMillis,
      Listener listener,
      Runnable afterSome) {
    // This comes first because it initializes the recorder's classes in the JDK's own order. If the
    // agent began with the options, a recording that starts meanwhile would deadlock with it.
    if (!FlightRecorder.isAvailable()) {
      throw new IllegalStateException("the flight recorder of this JVM is switched off");
    }
    int depth = keepOuterFrames(recorder, instrumentation);
    PinStream opened =
        new PinStream(new RecordingStream(), depth, Duration.ofMillis(thresholdMillis), listener);
    opened.listenTo(PinKind.PARKED);
    if (Pinning.monitorsPinOn(Runtime.version().feature())) {
      opened.listenTo(PinKind.BLOCKED);
      opened.listenTo(PinKind.WAITING);
    }
    opened.stream.setOrdered(false);
    opened.stream.onFlush(afterSome);
    // Its own handler prints to standard error.
    opened.stream.onError(t -> opened.failures.incrementAndGet());
    return opened;
  }

  /**
   * Has the recorder keep the outer frames of stacks, which hold monitors as well. Returns how many
   * frames it keeps.
   */
  private static int keepOuterFrames(Module recorder, Instrumentation instrumentation) {
    try {
      Object setter =
          JdkAccess.open(
              recorder, Set.of("jdk.jfr.internal"), StackDepthSetter.class, instrumentation);
      return ((IntUnaryOperator) setter).applyAsInt(FRAMES);
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      // This JDK does it in another way; stacks are cut off then, and said to be.
      return FRAMES;
    }
  }

  /** What it does not see besides; empty if there is nothing to say. */
  String limits() {
    return depth >= FRAMES
        ? ""
        : "; stacks end after "
            + depth
            + " frames, because this JVM has recorded before, and holders further out are not seen:"
            + " start it with -XX:FlightRecorderOptions:stackdepth="
            + FRAMES;
  }

  private void listenTo(PinKind kind) {
    stream.enable(kind.event()).withThreshold(threshold).withStackTrace();
    stream.onEvent(kind.event(), event -> hear(kind, event));
  }

  /** Hears until the JVM ends, or {@link #stop} is called. */
  void run() {
    try (stream) {
      stream.start();
    }
  }

  /** Returns when all has been heard that has happened until now, or after a while. */
  void stop() throws InterruptedException {
    try {
      stream.stop();
    } catch (IllegalStateException e) {
      // The recorder has ended first, and what it has written is still being read.
      stream.awaitTermination(PATIENCE);
    }
  }

  /** Ends it, also before it has begun. */
  void close() {
    stream.close();
  }

  private void hear(PinKind kind, RecordedEvent event) {
    // The JVM has one threshold for all recordings, the least that any of them wants.
    if (event.getDuration().compareTo(threshold) < 0) {
      return;
    }
    RecordedThread thread = event.getThread("eventThread");
    if (kind != PinKind.PARKED && (thread == null || !thread.isVirtual())) {
      return;
    }
    String name = thread == null ? null : thread.getJavaName();
    listener.pinned(
        seen(kind, event, frames(event.getStackTrace())),
        event.getDuration().toNanos(),
        event.getEndTime().toEpochMilli(),
        name == null ? "" : name);
  }

  /** The recorder has one object for all stacks that are alike, for as long as a chunk lasts. */
  private List<SeenFrame> frames(RecordedStackTrace stack) {
    if (stack == null) {
      return List.of();
    }
    List<SeenFrame> frames = known.get(stack);
    if (frames == null) {
      if (known.size() >= MOST_STACKS) {
        known.clear();
      }
      frames = seen(stack);
      known.put(stack, frames);
    }
    return frames;
  }

  private static SeenPin seen(PinKind kind, RecordedEvent event, List<SeenFrame> frames) {
    RecordedStackTrace stack = event.getStackTrace();
    String reason = event.hasField(REASON) ? event.getString(REASON) : null;
    RecordedClass monitor =
        kind != PinKind.PARKED && event.hasField(MONITOR) ? event.getClass(MONITOR) : null;
    String monitorClass = monitor == null ? "" : monitor.getName();
    return new SeenPin(
        kind,
        reason == null ? "" : reason,
        reason != null && ClassWait.said(reason).isPresent()
            ? ClassWait.YES
            : ClassWait.recorded(
                kind == PinKind.WAITING,
                monitorClass,
                frames.isEmpty() ? "" : frames.get(0).className()),
        frames,
        stack != null && stack.isTruncated(),
        monitorClass.replace('.', '/'));
  }

  private static List<SeenFrame> seen(RecordedStackTrace stack) {
    List<SeenFrame> frames = new ArrayList<>();
    for (RecordedFrame frame : stack.getFrames()) {
      frames.add(seen(frame));
    }
    return List.copyOf(frames);
  }

  private static SeenFrame seen(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    RecordedClass type = method == null ? null : method.getType();
    if (type == null) {
      return new SeenFrame("?", "?", "", -1, -1, false, false, "");
    }
    RecordedClassLoader loader = type.getClassLoader();
    // Hidden classes of the boot loader, such as lambda forms, come without one.
    boolean jdk =
        loader == null
            || JdkLoaders.has(
                loader.getType() == null ? "" : loader.getType().getName(), loader.getName());
    return new SeenFrame(
        type.getName().replace('.', '/'),
        MovedMethods.inSource(method.getName()),
        method.getDescriptor(),
        frame.getBytecodeIndex(),
        frame.getLineNumber(),
        jdk,
        "Native".equals(frame.getType()),
        jdk ? "" : name(loader));
  }

  /** As the class finder tells loaders apart. */
  private static String name(RecordedClassLoader loader) {
    RecordedClass type = loader.getType();
    String name = loader.getName();
    return type == null || name != null && name.contains(" ")
        ? ""
        : type.getName() + "/" + (name == null ? "" : name);
  }
}
