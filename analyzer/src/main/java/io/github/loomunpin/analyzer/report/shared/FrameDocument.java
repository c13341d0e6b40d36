// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.loomunpin.analyzer.pin.Frame;

/** A frame of a stack in JSON. */
public record FrameDocument(
    @JsonProperty("class") String type,
    String method,
    String descriptor,
    int bci,
    int line,
    boolean jdk) {
  public static FrameDocument of(Frame frame) {
    return new FrameDocument(
        JavaNames.of(frame.className()),
        frame.method(),
        frame.descriptor(),
        frame.bci(),
        frame.line(),
        frame.jdk());
  }
}
