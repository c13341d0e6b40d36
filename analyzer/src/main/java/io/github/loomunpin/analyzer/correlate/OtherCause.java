// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.PinReason;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What else a stack says about a pin: another cause besides monitors, or else why no monitor was
 * found.
 *
 * @param detail one clause for people
 * @param ofClasses whether the first use of a class pins
 * @param initialized the class that the thread waits for, in words, if it waits for one
 * @param initializer where the other thread was meanwhile, if it was in a static initializer
 */
record OtherCause(
    PinReason reason,
    String detail,
    boolean ofClasses,
    Optional<String> initialized,
    Optional<Initializer> initializer) {

  OtherCause(PinReason reason, String detail) {
    this(reason, detail, false, Optional.empty(), Optional.empty());
  }

  /** Whether this alone pins the thread. */
  boolean pins() {
    return reason.pins();
  }

  /** This cause with what the whole pin tells besides. */
  private OtherCause with(String pinnedReason, boolean isOfClasses) {
    String said = KeeperWords.withReason(detail, pinnedReason);
    return new OtherCause(reason, said, isOfClasses, initialized, initializer);
  }

  /** Finds them for pins of one recording. */
  record OtherCauses(StackClasses lookup, HolderFinder finder) {

    /**
     * @param kept what kept the carrier
     */
    OtherCause of(PinGroup pin, KeptCarrier kept) {
      PinReason reason = finder.reason(pin, kept);
      OtherCause found =
          kept.other()
              .map(keeper -> of(keeper, reason, pin))
              .orElseGet(() -> withoutKeeper(reason, pin, kept));
      return found.with(pin.cause().pinnedReason(), kept.isOfClasses(pin.stack().frames()));
    }

    private OtherCause of(CarrierKeeper keeper, PinReason reason, PinGroup pin) {
      return keeper.kind() == Kind.CLASS_WAIT
          ? classWait(keeper, reason, pin)
          : new OtherCause(reason, KeeperWords.of(keeper, pin.stack().frames()));
    }

    private OtherCause withoutKeeper(PinReason reason, PinGroup pin, KeptCarrier kept) {
      return switch (reason) {
        case NO_STACK -> new OtherCause(reason, "recorded without a stack");
        case TRUNCATED_STACK -> new OtherCause(reason, truncated(pin.stack()));
        case NO_HOLDER, ALL_CONVERTED -> withoutHolder(reason, pin, kept);
        default -> new OtherCause(reason, "");
      };
    }

    private static String truncated(Stack stack) {
      int depth = stack.frames().size();
      return stack.isInnermostOnly()
          ? "only the innermost frames were kept, because too many stacks differ"
          : "the stack ends after " + depth + " frames" + StackDepth.deeper(depth);
    }

    private OtherCause classWait(CarrierKeeper keeper, PinReason reason, PinGroup pin) {
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
          reason, KeeperWords.waitsFor(first), false, Optional.of(name), initializer);
    }

    /** What only a class path has comes first. */
    private OtherCause withoutHolder(PinReason reason, PinGroup pin, KeptCarrier kept) {
      List<Frame> frames = pin.stack().frames();
      if (IntStream.range(0, frames.size()).anyMatch(depth -> finder.isMisfit(frames, depth))) {
        return new OtherCause(
            PinReason.OTHER_VERSION,
            "the class path has other versions of the classes on the stack than those that ran");
      }
      if (finder.mayHideMonitor(pin.stack())) {
        return new OtherCause(
            PinReason.NOT_ON_CLASS_PATH, "classes on the stack are not on the class path");
      }
      if (reason == PinReason.ALL_CONVERTED) {
        return new OtherCause(reason, KeeperWords.allConverted(finder.moved(pin.stack())));
      }
      if (kept.ofClass() == ClassWait.UNKNOWN) {
        return new OtherCause(reason, ClassWait.UNKNOWN_WORDS);
      }
      return new OtherCause(
          reason,
          lookup.hasJdkThatRan()
              ? "no frame is at a place where a monitor is held (hidden classes leave no frames)"
              : "no frame of the application is at a place where a monitor is held");
    }

    private static String java(String internalName) {
      return internalName.replace('/', '.');
    }
  }
}
