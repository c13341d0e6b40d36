// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Unexplained.Reason;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.KeptCarrier;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What else a stack says about a pin: another cause besides monitors, or else why no monitor was
 * found.
 *
 * @param pins whether this alone pins the thread
 * @param ofClasses whether a class is loaded, initialized or linked, which alone pins it
 * @param initialized the class that the thread waits for, in words, if it waits for one
 * @param initializer where the other thread was meanwhile, if it was in a static initializer
 */
record OtherCause(
    Reason reason,
    String detail,
    boolean pins,
    boolean ofClasses,
    Optional<String> initialized,
    Optional<Initializer> initializer) {

  OtherCause(Reason reason, String detail, boolean pins) {
    this(reason, detail, pins, false, Optional.empty(), Optional.empty());
  }

  /** Finds them for pins of one recording. */
  record OtherCauses(StackClasses lookup, boolean agentConverts, HolderFinder finder) {

    /**
     * @param kept what kept the carrier
     */
    OtherCause of(PinGroup pin, KeptCarrier kept) {
      List<Frame> frames = pin.stack().frames();
      Optional<OtherCause> found = kept.other().map(keeper -> of(keeper, pin));
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
      return withoutHolder(pin, kept);
    }

    private OtherCause saidByTheJvm(PinGroup pin, Optional<OtherCause> found) {
      String said = "the JVM says: " + pin.cause().pinnedReason();
      return new OtherCause(
          Reason.NOT_A_MONITOR,
          found.map(cause -> cause.detail() + " (" + said + ")").orElse(said),
          true,
          found.filter(OtherCause::ofClasses).isPresent(),
          found.flatMap(OtherCause::initialized),
          found.flatMap(OtherCause::initializer));
    }

    private OtherCause of(CarrierKeeper keeper, PinGroup pin) {
      if (keeper.kind() == Kind.CLASS_WAIT) {
        return classWait(keeper, pin);
      }
      Reason reason =
          switch (keeper.kind().category()) {
            case CLASS_INITIALIZER -> Reason.CLASS_INITIALIZER;
            case CLASS_LOADING -> Reason.CLASS_LOADING;
            case NATIVE_FRAME -> Reason.NATIVE_FRAME;
          };
      return new OtherCause(
          reason,
          KeeperWords.of(keeper, pin.stack().frames()),
          true,
          keeper.kind().isOfClasses(),
          Optional.empty(),
          Optional.empty());
    }

    private OtherCause classWait(CarrierKeeper keeper, PinGroup pin) {
      Optional<String> type =
          pin.cause()
              .classWaitedFor()
              .or(() -> Optional.of(keeper.needed()).filter(needed -> !needed.isEmpty()));
      String name = type.map(OtherCauses::java).orElse("a class");
      Optional<Initializer> initializer =
          pin.other().flatMap(other -> Initializer.of(other, type, lookup));
      String first =
          initializer
              .filter(found -> found.ofThatClass() && !found.type().equals(name))
              .map(found -> found.type() + ", before " + name)
              .orElse(name);
      return new OtherCause(
          Reason.CLASS_INITIALIZER,
          KeeperWords.waitsFor(first),
          true,
          true,
          Optional.of(name),
          initializer);
    }

    private OtherCause withoutHolder(PinGroup pin, KeptCarrier kept) {
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
      if (kept.ofClass() == ClassWait.UNKNOWN) {
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
          .map(frame -> ", unless one in " + method(frame))
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

    private static String method(Frame frame) {
      return java(frame.className()) + "." + frame.method();
    }

    private static String java(String internalName) {
      return internalName.replace('/', '.');
    }
  }
}
