// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.Position.Fit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which frames may hold monitors that no class file names, and what follows where none does. For
 * one thread.
 */
final class UnseenMonitors {

  private static final Decision LEFT_NATIVE =
      Decision.nativeBecause(
          "the agent converts it unless exclude= or include= says otherwise or its class is in a"
              + " loader of the JDK or it was loaded before the agent, and this thread keeps its"
              + " carrier");

  private final ClassImages images;

  UnseenMonitors(ClassImages images) {
    this.images = images;
  }

  /** Whether the class of a frame was not found; what proxies call is on the stack. */
  boolean isMissing(StackFrame frame) {
    return !GeneratedNames.isProxy(frame.className())
        && images.find(frame).isEmpty()
        && images.isMissing(frame);
  }

  /** Whether a frame is of a class that was found in another version. */
  boolean isMisfit(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .filter(image -> image.sameness() != Sameness.SAME)
        .filter(image -> image.fit(frames, depth) == Fit.WRONG)
        .isPresent();
  }

  /** Whether all classes of a stack were found as they ran, those of the JDK as well. */
  boolean areAllFound(List<? extends StackFrame> frames) {
    return IntStream.range(0, frames.size())
        .noneMatch(depth -> isUnknown(frames.get(depth)) || isMisfit(frames, depth));
  }

  private boolean isUnknown(StackFrame frame) {
    boolean isUnknownInJdk =
        frame.jdk() && !GeneratedNames.isProxy(frame.className()) && images.find(frame).isEmpty();
    return isUnknownInJdk || isMissing(frame);
  }

  /**
   * A frame of the JDK's code that the agent may have moved, and that may hold a monitor: no lines
   * are known to find the place by.
   */
  <F extends StackFrame> Optional<F> moved(List<F> frames) {
    return frames.stream().filter(StackFrame::jdk).filter(this::isMoved).findFirst();
  }

  private boolean isMoved(StackFrame frame) {
    List<Mode> modes =
        images.find(frame).map(image -> image.sitesOf(frame)).orElse(List.of()).stream()
            .filter(site -> site.kind().enters())
            .map(site -> site.decision().mode())
            .toList();
    return modes.stream().anyMatch(mode -> mode != Mode.NATIVE)
        && modes.stream().anyMatch(mode -> mode != Mode.VIRTUAL);
  }

  /**
   * The locks of a thread as monitors, where nothing else can keep its carrier: one of them is not
   * the agent's. Not all options are known everywhere, nor what was loaded before the agent. None
   * if what keeps the carrier may be out of sight.
   */
  List<Hold> leftNative(List<Hold> locks, List<? extends StackFrame> frames) {
    boolean holds = locks.stream().anyMatch(lock -> lock.use() == MonitorUse.HELD);
    // Class files are looked for only where something follows from them.
    if (locks.isEmpty()
        || holds && !parks(frames)
        || !areAllFound(frames)
        || moved(frames).isPresent()) {
      return List.of();
    }
    Surety surety = locks.size() == 1 ? Surety.LINE : Surety.ONE_OF;
    return locks.stream().map(lock -> leftNative(lock, surety)).toList();
  }

  /** Whether a thread waits in Java code: what native code waits for keeps any carrier. */
  private static boolean parks(List<? extends StackFrame> frames) {
    return !frames.isEmpty()
        && (frames.get(0).isNative()
            ? frames.get(0).className().equals("jdk/internal/misc/Unsafe")
            : frames.get(0).jdk());
  }

  private static Hold leftNative(Hold lock, Surety surety) {
    return lock.decided(LEFT_NATIVE).as(lock.surety().weaker(surety));
  }
}
