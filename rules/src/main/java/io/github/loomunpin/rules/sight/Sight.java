// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says which monitors a stack holds, wherever somebody has seen the stack. It names the monitors
 * that keep a blocked thread on its carrier:
 *
 * <ol>
 *   <li>every frame, innermost first, is looked up by class, method and descriptor;
 *   <li>a site of the method counts when the frame's {@link Position} lies in a region in which the
 *       site's monitor is held; frames of another version of the class tell nothing;
 *   <li>a thread that blocks at a monitor is kept by the site it blocks at, a waiting one by the
 *       wait, which has released the object it waits on, wherever that was entered ({@link
 *       WaitRelease}).
 * </ol>
 *
 * <p>What happens to these monitors, {@link Outlook} sums up. For one thread.
 */
public final class Sight {

  private static final String OBJECT = "java/lang/Object";

  private final ClassImages images;
  private final WaitRelease release;

  public Sight(ClassImages images) {
    this.images = images;
    this.release = new WaitRelease(images);
  }

  /**
   * The monitor that a blocked thread wants or waits on, and those it holds; innermost first, of
   * one frame those entered last first.
   *
   * @param kind how the thread blocks
   * @param frames innermost first
   * @param truncated whether frames are missing at the outer end
   * @param monitorClass internal name of the class of the object it waits on, empty if unknown
   */
  public List<Hold> holds(
      PinKind kind, List<? extends StackFrame> frames, boolean truncated, String monitorClass) {
    Optional<Hold> blocking =
        kind == PinKind.PARKED ? Optional.empty() : blockingAt(kind == PinKind.WAITING, frames);
    List<Hold> held = new ArrayList<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      int at = depth;
      Optional<Hold> entering =
          blocking.filter(hold -> hold.use() == MonitorUse.WANTED && hold.depth() == at);
      held.addAll(entering.isPresent() ? heldAt(frames, entering.get()) : heldIn(frames, depth));
    }
    boolean waits = kind == PinKind.WAITING;
    if (blocking.isEmpty()) {
      return waits ? afterWait(List.of(), held, frames, truncated, monitorClass) : held;
    }
    List<Hold> holds = new ArrayList<>();
    holds.add(blocking.get());
    holds.addAll(
        waits ? afterWait(List.of(blocking.get()), held, frames, truncated, monitorClass) : held);
    return holds;
  }

  /** The monitors that one frame holds, those entered last first. */
  public List<Hold> heldIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.heldIn(frames, depth))
        .orElse(List.of());
  }

  /** The monitors that a frame holds which is about to enter one more. */
  public List<Hold> heldAt(List<? extends StackFrame> frames, Hold entering) {
    return images
        .find(frames.get(entering.depth()))
        .map(image -> image.heldAt(entering.site(), entering.surety(), entering.depth()))
        .orElse(List.of());
  }

  /** The site a thread blocks or waits at: in the first frame outside the JDK's helpers. */
  private Optional<Hold> blockingAt(boolean waits, List<? extends StackFrame> frames) {
    for (int depth = 0; depth < frames.size(); depth++) {
      StackFrame frame = frames.get(depth);
      if (frame.className().equals(OBJECT)) {
        continue;
      }
      List<Hold> at = waits ? waitingIn(frames, depth) : enteringIn(frames, depth);
      boolean mayBeJdkHelper = waits && frame.jdk();
      if (!at.isEmpty() || !mayBeJdkHelper) {
        return at.stream().findFirst();
      }
    }
    return Optional.empty();
  }

  /** The sites at which a frame may be about to enter a monitor, the likeliest first. */
  public List<Hold> enteringIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.enteringIn(frames, depth))
        .orElse(List.of());
  }

  /** The calls of {@code Object.wait} that a frame may be in. */
  public List<Hold> waitingIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.waitingIn(frames, depth))
        .orElse(List.of());
  }

  /**
   * What a waiting thread still holds.
   *
   * @param waits the calls of {@code Object.wait} that it may be in
   * @param held innermost first
   */
  public List<Hold> afterWait(
      List<Hold> waits, List<Hold> held, List<? extends StackFrame> frames, boolean truncated) {
    return afterWait(waits, held, frames, truncated, "");
  }

  private List<Hold> afterWait(
      List<Hold> waits,
      List<Hold> held,
      List<? extends StackFrame> frames,
      boolean truncated,
      String monitorClass) {
    if (waits.isEmpty()) {
      return release.withoutUnknown(held, monitorClass);
    }
    List<List<Hold>> left =
        waits.stream()
            .map(wait -> release.without(wait, held, frames, truncated, monitorClass))
            .toList();
    return held.stream().map(hold -> leftOf(hold, left)).flatMap(Optional::stream).toList();
  }

  /** What a thread still holds that is in one of several waits. */
  private static Optional<Hold> leftOf(Hold hold, List<List<Hold>> left) {
    if (left.stream().allMatch(each -> each.contains(hold))) {
      return Optional.of(hold);
    }
    return left.stream().anyMatch(each -> each.contains(hold) || each.contains(hold.perhaps()))
        ? Optional.of(hold.perhaps())
        : Optional.empty();
  }

  /**
   * Whether a thread that cannot enter the monitor of an int array waits for another one to
   * initialise a class, as the code of its innermost frame tells.
   */
  public ClassWait classWait(List<? extends StackFrame> frames) {
    StackFrame frame = frames.get(0);
    return images
        .find(frame)
        .map(image -> image.classWait(frames))
        // No code of the JDK locks int arrays.
        .orElse(images.isMissing(frame) ? ClassWait.UNKNOWN : ClassWait.YES);
  }

  /** Whether frames are of classes that were not found, which may hold further monitors. */
  public boolean mayHideMonitor(List<? extends StackFrame> frames) {
    return frames.stream().anyMatch(this::mayHideMonitor);
  }

  /** What proxies call is on the stack. */
  private boolean mayHideMonitor(StackFrame frame) {
    return !GeneratedNames.isProxy(frame.className())
        && images.find(frame).isEmpty()
        && images.isMissing(frame);
  }

  /** Whether a frame is of a class that the class path has in another version. */
  public boolean isMisfit(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .filter(image -> image.sameness() != Sameness.SAME)
        .filter(image -> image.fit(frames, depth) == Fit.WRONG)
        .isPresent();
  }
}
