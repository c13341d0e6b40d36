// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@link DumpFormat#TEXT}. */
final class PlainDump implements DumpParser {

  private static final Pattern VERSION = Pattern.compile("\\d{2,}[\\w.+-]*");
  private static final Pattern THREAD =
      Pattern.compile("#(\\d+) \"(.*)\"( virtual)?(?: ([A-Z_]+)(?: \\S+)?)? *");

  private final FrameText frames;
  private final DumpBuilder dump = new DumpBuilder(DumpFormat.TEXT);
  private Optional<ThreadText> thread = Optional.empty();

  PlainDump(FrameText frames, String pid) {
    this.frames = frames;
    dump.pid = Long.parseLong(pid);
  }

  /** Whether two lines that follow each other begin such a dump: process id and time. */
  static boolean begins(String line, String next) {
    return !line.isEmpty()
        && line.length() < 12
        && line.chars().allMatch(Character::isDigit)
        && time(next).isPresent();
  }

  @Override
  public void line(String line) {
    Matcher begin = THREAD.matcher(line);
    if (begin.matches()) {
      endThread();
      ThreadText next =
          new ThreadText(Long.parseLong(begin.group(1)), begin.group(2), begin.group(3) != null);
      next.state = begin.group(4) == null ? "" : begin.group(4);
      thread = Optional.of(next);
    } else if (thread.isPresent()) {
      thread.get().line(line, frames);
    } else if (dump.time.isEmpty()) {
      dump.time = time(line);
    } else if (VERSION.matcher(line).matches()) {
      dump.version = line;
    }
  }

  /** Such as {@code 2026-11-22T08:37:13.398092325Z}. */
  static Optional<LocalDateTime> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toLocalDateTime());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private void endThread() {
    thread.map(ThreadText::thread).ifPresent(dump::add);
    thread = Optional.empty();
  }

  /**
   * The JVM writes an empty line behind each thread. A dump that ends there may still lack some.
   */
  @Override
  public Optional<String> cut(String last) {
    if (isWithinLine(last)) {
      return Optional.of("it ends within a line: the rest was cut off");
    }
    return thread.filter(ThreadText::isOpen).isPresent()
        ? Optional.of("it ends within the stack of a thread: the rest was cut off")
        : Optional.empty();
  }

  private static boolean isWithinLine(String line) {
    String text = line.strip();
    boolean isFrame =
        line.startsWith(" ") && !text.isEmpty() && !text.startsWith("-") && !text.startsWith("/");
    return isFrame
        ? text.indexOf(')') < 0
        : line.startsWith("#") && !THREAD.matcher(line).matches();
  }

  @Override
  public DumpBuilder end() {
    endThread();
    return dump;
  }
}
