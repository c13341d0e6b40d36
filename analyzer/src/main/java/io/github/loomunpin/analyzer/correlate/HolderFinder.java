// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.BlockedThread;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Sight;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says what keeps the carriers of the threads of a recording. If the agent ran, sites it converts
 * hold no monitor, and do not count.
 */
final class HolderFinder {

  private final StackClasses classes;
  private final Sight sight;
  private final Misfits misfits = new Misfits();
  private final SeenObjects seenObjects = new SeenObjects();

  HolderFinder(StackClasses classes, boolean agentConverts) {
    this.classes = classes;
    this.sight = new Sight(classes, agentConverts);
  }

  /**
   * All that kept a carrier.
   *
   * @param monitorsPin whether they do on its JDK
   */
  KeptCarrier kept(PinGroup pin, boolean monitorsPin) {
    if (monitorsPin) {
      compare(pin.stack());
    }
    return sight.kept(blocked(pin.cause(), pin.stack()), monitorsPin);
  }

  /** What pins besides monitors, or why none is known. */
  PinReason reason(PinGroup pin, KeptCarrier kept) {
    return sight.reason(blocked(pin.cause(), pin.stack()), kept, pin.cause().pinnedReason());
  }

  /** The monitors of a thread, innermost first; of one frame, those entered last first. */
  List<Holder> find(PinCause cause, Stack stack) {
    compare(stack);
    return holders(sight.holds(blocked(cause, stack)), stack);
  }

  /** Takes note of the objects that pins waited for; to be called before anything is asked. */
  void see(List<PinGroup> pins) {
    for (PinGroup pin : pins) {
      if (pin.kind() == PinKind.BLOCKED && !pin.cause().monitorClass().isEmpty()) {
        seenObjects.add(sight.kept(blocked(pin.cause(), pin.stack()), true));
      }
    }
  }

  /**
   * Monitors of a stack, with their libraries. Where the JDK that ran is not at hand, another one
   * may differ from it: its monitors are named only if there are no others, and as possible ones.
   */
  List<Holder> holders(List<Hold> holds, Stack stack) {
    List<Frame> frames = stack.frames();
    List<Holder> all =
        seenObjects.decided(holds).stream()
            .map(hold -> new Holder(classes.library(frames.get(hold.depth())).orElseThrow(), hold))
            .toList();
    List<Holder> sure = all.stream().filter(holder -> !holder.isOfOtherJdk()).toList();
    return sure.isEmpty() ? all.stream().map(Holder::inOtherJdk).toList() : sure;
  }

  private static BlockedThread blocked(PinCause cause, Stack stack) {
    return new BlockedThread(
        cause.kind(),
        cause.classWait(stack),
        stack.frames(),
        stack.truncated(),
        cause.monitorClass());
  }

  private void compare(Stack stack) {
    for (int depth = 0; depth < stack.frames().size(); depth++) {
      compare(stack.frames(), depth);
    }
  }

  private void compare(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    if (!frame.jdk()) {
      classes
          .library(frame)
          .ifPresent(library -> misfits.add(library, frame, isMisfit(frames, depth)));
    }
  }

  /**
   * A frame of the JDK's code that may hold a monitor out of sight, as {@link Sight#moved} says.
   */
  Optional<Frame> moved(Stack stack) {
    return sight.moved(stack.frames());
  }

  /** The libraries of the class path that the frames seen so far do not fit. */
  Misfits misfits() {
    return misfits;
  }

  /**
   * Whether a stack has a frame, among those seen so far, that the class path does not fit and that
   * may hold a monitor: the class has some there.
   */
  boolean hasMisfit(Stack stack) {
    return stack.frames().stream()
        .filter(misfits::isWrong)
        .flatMap(frame -> classes.find(frame).stream())
        .anyMatch(ClassImage::entersMonitors);
  }

  /** Whether frames are of classes that were not found, which may hold further monitors. */
  boolean mayHideMonitor(Stack stack) {
    return sight.mayHideMonitor(stack.frames());
  }

  /** Whether a frame is of a class that the class path has in another version. */
  boolean isMisfit(List<Frame> frames, int depth) {
    return sight.isMisfit(frames, depth);
  }

  /** Which libraries of the class path are not the ones that were recorded. */
  static final class Misfits {

    private static final class Count {

      private final Set<Frame> fitting = new HashSet<>();
      private final Set<Frame> wrong = new HashSet<>();
      private Frame example;
    }

    private final Map<Library, Count> counts = new LinkedHashMap<>();
    private final Set<Frame> wrong = new HashSet<>();

    void add(Library library, Frame frame, boolean isMisfit) {
      Count count = counts.computeIfAbsent(library, l -> new Count());
      if (isMisfit) {
        count.wrong.add(frame);
        wrong.add(frame);
        count.example = count.example == null ? frame : count.example;
      } else {
        count.fitting.add(frame);
      }
    }

    boolean isWrong(Frame frame) {
      return wrong.contains(frame);
    }

    /** Whether any frame shows that a library is another version. */
    boolean has(Library library) {
      Count count = counts.get(library);
      return count != null && !count.wrong.isEmpty();
    }

    /** One clause for each library that is not the recorded one. */
    List<String> clauses() {
      return counts.entrySet().stream()
          .filter(entry -> !entry.getValue().wrong.isEmpty())
          .map(entry -> clause(entry.getKey(), entry.getValue()))
          .toList();
    }

    private static String clause(Library library, Count count) {
      int all = count.wrong.size() + count.fitting.size();
      Frame frame = count.example;
      return library.nameAndVersion()
          + " on the class path ("
          + library.path()
          + ") is not the version that ran: "
          + count.wrong.size()
          + " of "
          + all
          + " recorded frames "
          + (count.wrong.size() == 1 ? "does" : "do")
          + " not fit it, such as "
          + frame.className().replace('/', '.')
          + "."
          + frame.method()
          + (frame.line() < 0 ? "" : ":" + frame.line())
          + "; no monitor is named in such frames";
    }
  }
}
