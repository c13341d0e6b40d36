// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@link DumpFormat#PRINT}. JDK 21 prints a carrier with its own frames and the number of the
 * virtual thread that it carries; since JDK 24 the frames of that thread follow.
 */
final class PrintedDump implements DumpParser {

  private static final String HEAD = "Full thread dump ";
  private static final String LAST = "JNI global ref";
  private static final Pattern VERSION = Pattern.compile("\\((\\d{2,}[\\w.+-]*)[ )].*");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private static final Pattern THREAD = Pattern.compile("\"(.*)\" #(\\d+) .*");
  private static final Pattern CPU = Pattern.compile(".* cpu=([\\d.]+)ms .*");
  private static final Pattern STATE =
      Pattern.compile(" *java\\.lang\\.Thread\\.State: ([A-Z_]+).*");
  private static final Pattern CARRYING = Pattern.compile(" *Carrying virtual thread #(\\d+).*");
  private static final Pattern MOUNTED =
      Pattern.compile(" *Mounted virtual thread (\".*\" )?#(\\d+).*");
  private static final double NANOS_PER_MILLI = 1e6;

  private final FrameText frames;
  private final DumpBuilder dump = new DumpBuilder(DumpFormat.PRINT);
  private Optional<ThreadText> thread = Optional.empty();
  private Optional<ThreadText> mounted = Optional.empty();
  private boolean over;

  PrintedDump(FrameText frames, String head, String before) {
    this.frames = frames;
    Matcher version = VERSION.matcher(head.substring(Math.max(0, head.indexOf('('))));
    dump.version = version.matches() ? version.group(1) : "";
    dump.time = time(before);
  }

  static boolean begins(String line) {
    return line.startsWith(HEAD);
  }

  @Override
  public void line(String line) {
    if (over) {
      return;
    }
    Matcher begin = THREAD.matcher(line);
    if (begin.matches()) {
      endThread();
      ThreadText next = new ThreadText(Long.parseLong(begin.group(2)), begin.group(1), false);
      Matcher cpu = CPU.matcher(line);
      if (cpu.matches()) {
        next.cpuNanos = (long) (Double.parseDouble(cpu.group(1)) * NANOS_PER_MILLI);
      }
      thread = Optional.of(next);
    } else if (line.startsWith("\"")) {
      // A thread of the JVM itself, such as a compiler's.
      endThread();
    } else if (line.startsWith(LAST) || line.startsWith("Found ")) {
      // The deadlocks that the JVM finds repeat stacks, in another form.
      endThread();
      over = true;
    } else {
      thread.ifPresent(current -> inside(line, current));
    }
  }

  private void inside(String line, ThreadText current) {
    Matcher state = STATE.matcher(line);
    Matcher carrying = CARRYING.matcher(line);
    Matcher mount = MOUNTED.matcher(line);
    if (state.matches()) {
      current.state = state.group(1);
    } else if (carrying.matches()) {
      current.carries = Long.parseLong(carrying.group(1));
    } else if (mount.matches()) {
      ThreadText next = new ThreadText(Long.parseLong(mount.group(2)), "", true);
      next.carrier = current.id;
      next.carrierName = current.name;
      mounted = Optional.of(next);
    } else if (line.contains("Locked ownable synchronizers")) {
      endMounted();
    } else {
      mounted.orElse(current).line(line, frames);
    }
  }

  private static Optional<LocalDateTime> time(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text.strip(), TIME));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private void endMounted() {
    mounted.map(ThreadText::thread).ifPresent(dump::add);
    mounted = Optional.empty();
  }

  private void endThread() {
    endMounted();
    thread.map(ThreadText::thread).ifPresent(dump::add);
    thread = Optional.empty();
  }

  /** Whatever prints such a dump ends it with the references of native code. */
  @Override
  public Optional<String> cut(String last) {
    return over
        ? Optional.empty()
        : Optional.of("it ends before its line \"" + LAST + "s\": the rest was cut off");
  }

  @Override
  public DumpBuilder end() {
    endThread();
    return dump;
  }
}
