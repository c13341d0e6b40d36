// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Unexplained.Reason;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.ClassWait;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What else a stack says about a pin: another cause besides monitors, or else why no monitor was
 * found.
 *
 * @param pins whether this alone pins the thread
 * @param initialised the class that the thread waits for, in words, if it waits for one
 * @param initializer where the other thread was meanwhile, if it was in a static initialiser
 */
record OtherCause(
    Reason reason,
    String detail,
    boolean pins,
    Optional<String> initialised,
    Optional<Initializer> initializer) {

  OtherCause(Reason reason, String detail, boolean pins) {
    this(reason, detail, pins, Optional.empty(), Optional.empty());
  }

  /** Finds them for pins of one recording. */
  record OtherCauses(StackClasses lookup, boolean agentConverts, HolderFinder finder) {

    /**
     * @param held whether a monitor was found that pins the thread
     */
    OtherCause of(PinGroup pin, boolean held) {
      List<Frame> frames = pin.stack().frames();
      Optional<OtherCause> found = known(pin, held);
      if (!pin.cause().pinnedReason().isEmpty()) {
        return saidByTheJvm(pin, found);
      }
      if (found.isPresent()) {
        return found.get();
      }
      if (pin.stack().isInnermostOnly()) {
        return new OtherCause(
            Reason.TRUNCATED_STACK,
            "only the innermost frames were kept, because too many stacks differ",
            false);
      }
      if (frames.isEmpty()) {
        return new OtherCause(Reason.NO_STACK, "recorded without a stack", false);
      }
      if (pin.stack().truncated()) {
        return new OtherCause(
            Reason.TRUNCATED_STACK,
            "the stack ends after " + frames.size() + " frames" + StackDepth.deeper(frames.size()),
            false);
      }
      return withoutHolder(pin);
    }

    /** Whether the thread would be pinned because a class is loaded, initialised or linked. */
    boolean areOfClasses(PinGroup pin, boolean held) {
      return known(pin, held)
          .map(OtherCause::reason)
          .filter(r -> r == Reason.CLASS_INITIALIZER || r == Reason.CLASS_LOADING)
          .isPresent();
    }

    private OtherCause saidByTheJvm(PinGroup pin, Optional<OtherCause> found) {
      String said = "the JVM says: " + pin.cause().pinnedReason();
      return new OtherCause(
          Reason.NOT_A_MONITOR,
          found.map(cause -> cause.detail() + " (" + said + ")").orElse(said),
          true,
          found.flatMap(OtherCause::initialised),
          found.flatMap(OtherCause::initializer));
    }

    private Optional<OtherCause> known(PinGroup pin, boolean held) {
      List<Frame> frames = pin.stack().frames();
      if (frames.isEmpty()) {
        return Optional.empty();
      }
      if (finder.classWait(pin.cause(), pin.stack()) == ClassWait.YES) {
        Optional<String> type =
            pin.cause().classWaitedFor().or(() -> Upcall.classNeededBy(frames, lookup));
        String name = type.map(OtherCauses::java).orElse("a class");
        Optional<Initializer> initializer =
            pin.other().flatMap(other -> Initializer.of(other, type, lookup));
        String first =
            initializer
                .filter(found -> found.ofThatClass() && !found.type().equals(name))
                .map(found -> found.type() + ", before " + name)
                .orElse(name);
        return Optional.of(
            new OtherCause(
                Reason.CLASS_INITIALIZER,
                "waits for another thread to initialise " + first,
                true,
                Optional.of(name),
                initializer));
      }
      for (int depth = 0; depth < frames.size(); depth++) {
        if (frames.get(depth).isClassInitializer()) {
          return Optional.of(
              new OtherCause(
                  Reason.CLASS_INITIALIZER,
                  "in the static initialiser of " + name(frames.get(depth)),
                  true));
        }
        Optional<Upcall> upcall = Upcall.at(frames, depth, lookup);
        if (upcall.isPresent()) {
          return Optional.of(new OtherCause(upcall.get().reason(), upcall.get().detail(), true));
        }
      }
      boolean mayBeForeign = !held && !pin.stack().truncated();
      return mayBeForeign
          ? Upcall.throughMethodHandle(frames)
              .map(upcall -> new OtherCause(upcall.reason(), upcall.detail(), true))
          : Optional.empty();
    }

    private OtherCause withoutHolder(PinGroup pin) {
      List<Frame> frames = pin.stack().frames();
      if (IntStream.range(0, frames.size()).anyMatch(depth -> finder.isMisfit(frames, depth))) {
        return new OtherCause(
            Reason.OTHER_VERSION,
            "the class path has other versions of the classes on the stack than those that ran",
            false);
      }
      if (frames.stream().anyMatch(lookup::isMissing)) {
        return new OtherCause(
            Reason.NOT_ON_CLASS_PATH, "classes on the stack are not on the class path", false);
      }
      if (finder.classWait(pin.cause(), pin.stack()) == ClassWait.UNKNOWN) {
        return new OtherCause(Reason.NO_HOLDER, ClassWait.UNKNOWN_WORDS, false);
      }
      return agentConverts
          ? new OtherCause(
              Reason.ALL_CONVERTED,
              "no monitor that the agent left native is on the stack" + unless(frames),
              false)
          : new OtherCause(
              Reason.NO_HOLDER,
              lookup.looksAtJdk()
                  ? "no frame is at a place where a monitor is held (hidden classes leave no frames)"
                  : "no frame of the application is at a place where a monitor is held",
              false);
    }

    /** The agent moves the JDK's code as well, of which no lines are known to find the place by. */
    private String unless(List<Frame> frames) {
      return frames.stream()
          .filter(Frame::jdk)
          .filter(this::mayStayNative)
          .findFirst()
          .map(frame -> ", unless one in " + name(frame) + "." + frame.method())
          .orElse("");
    }

    private boolean mayStayNative(Frame frame) {
      return lookup
          .find(frame)
          .filter(
              image ->
                  image.sitesOf(frame).stream()
                      .anyMatch(
                          site -> site.kind().enters() && site.decision().mode() == Mode.RUNTIME))
          .isPresent();
    }

    private static String name(Frame frame) {
      return java(frame.className());
    }

    private static String java(String internalName) {
      return internalName.replace('/', '.');
    }
  }
}
