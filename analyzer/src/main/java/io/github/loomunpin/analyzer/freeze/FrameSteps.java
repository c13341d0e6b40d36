// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Position;
import java.util.List;

/** Finds the instructions that a thread may be at in a frame. */
final class FrameSteps {

  private final FrameClasses classes;

  FrameSteps(FrameClasses classes) {
    this.classes = classes;
  }

  /** Those at which the frame may stand, whatever it called. */
  List<Candidates> of(Frame frame, Found found) {
    return candidates(classes.position(frame, found), found);
  }

  /** Those at which it may have called the next inner frame. */
  List<Candidates> calling(Frame frame, Frame called, Found found) {
    return candidates(classes.position(frame, called, found), found);
  }

  private static List<Candidates> candidates(Position position, Found found) {
    return position.places().stream()
        .flatMap(
            place ->
                found.named(place.method()).stream()
                    .filter(method -> method.descriptor().equals(place.descriptor()))
                    .map(
                        method ->
                            new Candidates(
                                method,
                                method.steps().stream()
                                    .filter(step -> place.has(step.bci()))
                                    .toList())))
        .toList();
  }
}
