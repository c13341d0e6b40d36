// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads one recording, event by event.
 *
 * <ol>
 *   <li>{@link ChunkWalk} looks whether the file is sound and counts its events;
 *   <li>a sound file is read as an {@link EventStream}, which parses only the events asked for. On
 *       other files a stream ends without an error, or never ends;
 *   <li>any other file, and one of which the stream gave fewer events than were counted, is read as
 *       a {@link RecordingFile}, which takes longer but fails where the damage is;
 *   <li>neither may take for ever: {@link ParserWatch} ends a parser that makes no progress.
 * </ol>
 */
public final class RecordingReader {

  private final Path path;
  private final Path name;
  private final String file;
  private final ReadProgress progress;
  private final PinFilter filter;
  private final List<Gap> incomplete = new ArrayList<>();
  private RecordingContents contents;
  private TimeSpan span = TimeSpan.NEVER;

  /**
   * @param name the file that the recording is of, which may be read in a copy
   */
  private RecordingReader(Path path, Path name, PinFilter filter, ReadProgress progress) {
    this.progress = progress;
    this.filter = filter;
    this.contents = new RecordingContents(0, filter);
    this.path = path;
    this.name = name;
    this.file = name.toString();
  }

  /** Reads what can be read of a file; what cannot is in the recording's gaps. */
  public static Recording read(Path file) {
    return read(file, file);
  }

  /**
   * @param name what the results call the file
   */
  public static Recording read(Path file, Path name) {
    return read(file, name, PinFilter.ALL);
  }

  /** Reads what can be read of a file of which only some pins are asked for. */
  public static Recording read(Path file, Path name, PinFilter filter) {
    return new RecordingReader(file, name, filter, ReadProgress.NONE).readAll();
  }

  /**
   * @param name what the results call the file
   * @param gaps what it lacks besides
   */
  static Recording read(Path file, Path name, List<Gap> gaps, ReadProgress progress) {
    RecordingReader reader = new RecordingReader(file, name, PinFilter.ALL, progress);
    reader.incomplete.addAll(gaps);
    return reader.readAll();
  }

  /** What cannot be read at all. */
  static Recording nothing(Path name, String why, List<Gap> gaps) {
    RecordingReader reader = new RecordingReader(name, name, PinFilter.ALL, ReadProgress.NONE);
    reader.incomplete.addAll(gaps);
    reader.incomplete.add(Gap.unreadable(name.toString(), why));
    return reader.contents.recording(name, reader.span, reader.incomplete);
  }

  private Recording readAll() {
    problem(path)
        .ifPresentOrElse(why -> incomplete.add(Gap.unreadable(file, why)), () -> readEvents(path));
    return contents.recording(name, span, incomplete);
  }

  private void readEvents(Path readable) {
    ChunkWalk walk = ChunkWalk.of(readable);
    if (walk.isOpen()) {
      readFinishedCopy(readable);
      return;
    }
    span = walk.span();
    contents = new RecordingContents(walk.startNanos(), filter);
    if (!walk.isSound() || !stream(readable, walk)) {
      contents = new RecordingContents(walk.startNanos(), filter);
      readOneByOne(readable, walk);
    }
  }

  /**
   * The JVM sees to it that an open chunk can be read up to some place, and moves that on every
   * second. The JDK's parser for files would wait for the rest.
   */
  private void readFinishedCopy(Path open) {
    try {
      Path copy = ChunkCopy.finished(open);
      try {
        readEvents(copy);
      } finally {
        Files.delete(copy);
      }
      incomplete.add(
          Gap.notSaid(
              file,
              "it is still being written, or its JVM was killed; up to a second is lost at its"
                  + " end"));
    } catch (IOException e) {
      incomplete.add(Gap.unreadable(file, Gap.reason(e)));
    }
  }

  /** Whether the stream gave every event of the types asked for. */
  private boolean stream(Path readable, ChunkWalk walk) {
    Map<String, EventType> types = new ConcurrentHashMap<>();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    RecordingContents target = contents;
    try (EventStream stream = EventStream.openFile(readable)) {
      stream.setOrdered(false);
      stream.setReuse(true);
      stream.onMetadata(
          metadata -> metadata.getEventTypes().forEach(t -> types.put(t.getName(), t)));
      stream.onError(failures::add);
      RecordingContents.EVENTS.forEach(name -> stream.onEvent(name, target::accept));
      Runnable tick = () -> progress.at(name, percent(target, expected(types, walk)));
      if (!ParserWatch.run(stream::start, target::accepted, target::end, tick)) {
        return false;
      }
    } catch (IOException | RuntimeException | InternalError e) {
      return false;
    }
    types.values().forEach(contents::type);
    // A stream may end without a word and with fewer events than the file has: it did so for 43 of
    // 2 400 recordings in which one to four random bytes were changed.
    return failures.isEmpty() && !types.isEmpty() && contents.accepted() == expected(types, walk);
  }

  private static long expected(Map<String, EventType> types, ChunkWalk walk) {
    return RecordingContents.EVENTS.stream()
        .map(types::get)
        .filter(Objects::nonNull)
        .mapToLong(type -> walk.events(type.getId()))
        .sum();
  }

  private static int percent(RecordingContents contents, long events) {
    return (int) Math.min(100, 100 * contents.accepted() / Math.max(1, events));
  }

  private void readOneByOne(Path readable, ChunkWalk walk) {
    if (walk.hasNothing()) {
      incomplete.add(Gap.unreadable(file, said(walk.problem().orElse(""))));
      return;
    }
    Optional<Path> sound = Optional.empty();
    try {
      sound = soundPart(readable, walk);
      read(sound.orElse(readable), walk);
    } catch (IOException | RuntimeException | InternalError e) {
      // Damaged files make the JDK's parser fail in many ways; InternalError is a bad type name.
      incomplete.add(Gap.unreadable(file, said(walk.problem().orElseGet(() -> said(e)))));
    } finally {
      sound.ifPresent(copy -> copy.toFile().delete());
    }
  }

  /**
   * A copy of the chunks before one that is not whole. The JDK's parser looks at the next chunk
   * before it hands over the last events of a chunk, and waits for ever for one that was never
   * finished.
   */
  private static Optional<Path> soundPart(Path whole, ChunkWalk walk) throws IOException {
    if (walk.framedBytes() == 0 || walk.framedBytes() == Files.size(whole)) {
      return Optional.empty();
    }
    return Optional.of(ChunkCopy.of(whole, walk.framedBytes()));
  }

  private void read(Path readable, ChunkWalk walk) throws IOException {
    // Where the frame of the file is damaged the parser may come back to events it has read.
    long most = walk.problem().isPresent() ? walk.events() : Long.MAX_VALUE;
    RecordingContents target = contents;
    AtomicReference<RecordingFile> open = new AtomicReference<>();
    boolean ended =
        ParserWatch.run(
            () -> {
              try (RecordingFile recording = new RecordingFile(readable)) {
                open.set(recording);
                readTypes(recording, target);
                while (target.accepted() < most && recording.hasMoreEvents()) {
                  target.accept(recording.readEvent());
                }
              }
            },
            target::accepted,
            () -> {
              target.end();
              if (open.get() != null) {
                open.get().close();
              }
            },
            () -> progress.at(name, percent(target, walk.events())));
    if (!ended) {
      incomplete.add(
          Gap.unreadable(
              file, said(walk.problem().orElse("damaged: the JDK's parser does not end"))));
    } else {
      walk.problem().ifPresent(problem -> incomplete.add(Gap.unreadable(file, said(problem))));
    }
  }

  private static void readTypes(RecordingFile recording, RecordingContents target) {
    try {
      recording.readEventTypes().forEach(target::type);
    } catch (IOException | RuntimeException | InternalError e) {
      // A damaged chunk hides the types of all; its events up to there are worth having.
      return;
    }
  }

  private static String said(Throwable e) {
    String detail = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return "damaged, or still being written: "
        + detail.lines().findFirst().orElse("").strip().replaceFirst("\\.$", "");
  }

  private String said(String problem) {
    return contents.accepted() == 0
        ? "not a readable recording (" + problem + ")"
        : "readable only in part ("
            + problem
            + "); "
            + contents.accepted()
            + " events before that are counted";
  }

  /** Why nothing of a file can be read, whatever it holds. */
  private static Optional<String> problem(Path file) {
    if (!Files.exists(file)) {
      return Optional.of("no such file");
    }
    if (!Files.isRegularFile(file)) {
      return Optional.of("not a file");
    }
    return Files.isReadable(file) ? Optional.empty() : Optional.of("permission denied");
  }

  /** Which of a recording's pins are asked for. */
  @FunctionalInterface
  public interface PinFilter {

    PinFilter ALL = (kind, thread, span, stack) -> true;

    /**
     * @param thread as {@code Thread.threadId()}, -1 if unknown
     */
    boolean takes(PinKind kind, long thread, TimeSpan span, Stack stack);
  }

  /** Is told once a second how much of a recording was read. */
  @FunctionalInterface
  public interface ReadProgress {

    /** For those who do not want to know. */
    ReadProgress NONE = (file, percent) -> {};

    /**
     * @param percent of the events, 100 when all that can be read was read
     */
    void at(Path file, int percent);
  }
}
