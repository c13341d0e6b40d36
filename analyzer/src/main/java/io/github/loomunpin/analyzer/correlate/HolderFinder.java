// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.Sameness;
import io.github.loomunpin.rules.sight.Sight;
import java.util.List;
import java.util.Optional;

/**
 * Names the monitors that pin the threads of a recording. If the agent ran, sites it converts hold
 * no monitor, and do not count.
 */
final class HolderFinder {

  private final StackClasses classes;
  private final boolean agentConverts;
  private final Sight sight;
  private final Misfits misfits = new Misfits();

  HolderFinder(StackClasses classes, boolean agentConverts) {
    this.classes = classes;
    this.agentConverts = agentConverts;
    this.sight = new Sight(classes);
  }

  /** Innermost first; of one frame, those entered last first. */
  List<Holder> find(PinGroup pin) {
    return find(pin.cause(), pin.stack());
  }

  List<Holder> find(PinCause cause, Stack stack) {
    List<Frame> frames = stack.frames();
    for (int depth = 0; depth < frames.size(); depth++) {
      compare(frames, depth);
    }
    PinKind kind = classWait(cause, stack) == ClassWait.NO ? cause.kind() : PinKind.PARKED;
    return sight.holds(kind, frames, stack.truncated(), cause.monitorClass()).stream()
        .filter(hold -> !isConverted(hold))
        .map(hold -> new Holder(classes.library(frames.get(hold.depth())).orElseThrow(), hold))
        .toList();
  }

  private void compare(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    Optional<ClassImage> image = classes.find(frame);
    if (image.isPresent() && image.get().sameness() != Sameness.SAME) {
      misfits.add(classes.library(frame).orElseThrow(), frame, image.get().fit(frames, depth));
    }
  }

  /**
   * Whether a thread waited for another one to initialise a class, as its innermost frame tells.
   */
  ClassWait classWait(PinCause cause, Stack stack) {
    ClassWait recorded = cause.classWait(stack);
    return recorded == ClassWait.UNKNOWN ? sight.classWait(stack.frames()) : recorded;
  }

  /** The libraries of the class path that the frames seen so far do not fit. */
  Misfits misfits() {
    return misfits;
  }

  /** Whether frames are of classes that were not found, which may hold further monitors. */
  boolean mayHideMonitor(Stack stack) {
    return sight.mayHideMonitor(stack.frames());
  }

  /** Whether a frame is of a class that the class path has in another version. */
  boolean isMisfit(List<Frame> frames, int depth) {
    return sight.isMisfit(frames, depth);
  }

  /** Whether the agent, if it ran, had turned this site's monitor into a lock. */
  private boolean isConverted(Hold hold) {
    return agentConverts && hold.site().decision().mode() == Mode.VIRTUAL;
  }
}
