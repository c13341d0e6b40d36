// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.FrameClasses.Found;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import java.util.List;

/** Finds the instructions that a thread may be at in a frame. */
final class FrameSteps {

  private final FrameClasses classes;

  FrameSteps(FrameClasses classes) {
    this.classes = classes;
  }

  /** Those of the frame's line, or all of the method where lines tell nothing. */
  List<Candidates> of(Frame frame, Found found) {
    List<MethodCode> methods = found.named(frame.method());
    boolean byLine =
        found.sameLines()
            && frame.line() >= 0
            && methods.stream().anyMatch(method -> method.firstLine() >= 0);
    if (!byLine) {
      return methods.stream().map(method -> new Candidates(method, method.steps())).toList();
    }
    List<Candidates> here =
        methods.stream()
            .filter(method -> method.hasLine(frame.line()))
            .map(
                method ->
                    new Candidates(
                        method,
                        method.steps().stream()
                            .filter(step -> step.line() == frame.line())
                            .toList()))
            .toList();
    if (here.isEmpty()) {
      classes.isOtherVersion(frame);
    }
    return here;
  }

  /** Those of some that call the next inner frame, as far as that can be told. */
  List<Candidates> calling(List<Candidates> candidates, Frame called) {
    List<Candidates> byName =
        Candidates.only(candidates, step -> step.calls() && step.name().equals(called.method()));
    if (!byName.isEmpty()) {
      return byName;
    }
    String initialized = called.isClassInitializer() ? called.className() : "";
    List<Candidates> initializing =
        Candidates.only(candidates, step -> classes.mayInitialize(step, initialized));
    if (!initializing.isEmpty()) {
      return initializing;
    }
    List<Candidates> hidden =
        Candidates.only(candidates, step -> step.kind() == Step.Kind.INTERFACE_CALL);
    return hidden.isEmpty() ? Candidates.only(candidates, Step::calls) : hidden;
  }
}
