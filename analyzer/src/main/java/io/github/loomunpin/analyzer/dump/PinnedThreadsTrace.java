// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@link DumpFormat#PINNED}, in full and short form. Early updates of JDK 21 name the carrier
 * only ({@code Thread[#22,ForkJoinPool-1-worker-1,5,CarrierThreads]}), later ones the thread and a
 * reason ({@code VirtualThread[#28,x]/runnable@ForkJoinPool-1-worker-2 reason:MONITOR}). Other
 * output of the application may stand between.
 */
final class PinnedThreadsTrace implements DumpParser {

  private static final Pattern THREAD =
      Pattern.compile(
          ".*?VirtualThread\\[#(\\d+)(?:,(.*))?\\]/(\\w+)(?:@(\\S+))?(?: reason:(\\w+))?\\s*");
  private static final Pattern IS_HOW_IT_IS_PRINTED =
      Pattern.compile("\\s+.*(?:VThreadContinuation|Continuation)\\.onPinned\\d*\\(.*");
  private static final Pattern CARRIER =
      Pattern.compile(".*?Thread\\[#(\\d+),(.*),\\d+,CarrierThreads\\]\\s*");

  private final FrameText frames;
  private final DumpBuilder dump = new DumpBuilder(DumpFormat.PINNED);
  private Optional<ThreadText> thread = Optional.empty();

  PinnedThreadsTrace(FrameText frames) {
    this.frames = frames;
  }

  static boolean begins(String line) {
    return line.contains("CarrierThreads]") && CARRIER.matcher(line).matches()
        || line.contains("VirtualThread[#") && THREAD.matcher(line).matches();
  }

  @Override
  public void line(String line) {
    if (begins(line)) {
      endThread();
      thread = Optional.of(begin(line));
    } else if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
      endThread();
    } else {
      thread
          .filter(current -> !IS_HOW_IT_IS_PRINTED.matcher(line).matches())
          .ifPresent(current -> current.line(line, frames));
    }
  }

  private static ThreadText begin(String line) {
    Matcher virtual = THREAD.matcher(line);
    if (virtual.matches()) {
      String name = virtual.group(2) == null ? "" : virtual.group(2);
      ThreadText next = new ThreadText(Long.parseLong(virtual.group(1)), name, true);
      next.carrierName = virtual.group(4) == null ? "" : virtual.group(4);
      return next;
    }
    Matcher carrier = CARRIER.matcher(line);
    ThreadText next = new ThreadText(0, "", true);
    if (carrier.matches()) {
      next.carrier = Long.parseLong(carrier.group(1));
      next.carrierName = carrier.group(2);
    }
    return next;
  }

  private void endThread() {
    thread.map(ThreadText::thread).filter(read -> !read.stack().isEmpty()).ifPresent(dump::add);
    thread = Optional.empty();
  }

  @Override
  public DumpBuilder end() {
    endThread();
    return dump;
  }
}
