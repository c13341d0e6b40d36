// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Origin.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * Follows the objects that the frames of a stack lock from one frame to the next: an object that a
 * method was given is the argument of the call in the frame that called it.
 */
final class ObjectOrigins {

  private record MethodKey(String type, String method, String descriptor) {}

  private final SiteLookup lookup;
  private final Map<MethodKey, Optional<MethodOrigins>> known = new HashMap<>();

  ObjectOrigins(SiteLookup lookup) {
    this.lookup = lookup;
  }

  /** The object that a site in a frame locks or waits on. */
  Origin of(List<Frame> frames, int depth, MonitorSite site) {
    Origin origin =
        switch (site.kind()) {
          case SYNC_METHOD -> Origin.parameter(0);
          case STATIC_SYNC_METHOD ->
              new Origin(
                  new Step("constant " + Type.getObjectType(site.owner()), false), List.of());
          default ->
              method(frames.get(depth))
                  .map(origins -> origins.operand(site.bci()))
                  .orElse(Origin.UNKNOWN);
        };
    return resolved(frames, depth, origin);
  }

  private Origin resolved(List<Frame> frames, int depth, Origin origin) {
    Origin resolved = origin.inFrame(depth);
    for (int at = depth; at < frames.size(); at++) {
      List<Origin> arguments = at + 1 < frames.size() ? arguments(frames, at + 1) : List.of();
      resolved = resolved.calledWith(arguments, at);
      if (arguments.isEmpty()) {
        return resolved;
      }
    }
    return resolved;
  }

  /** What a frame called the next inner one with, as far as it can be told. */
  private List<Origin> arguments(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    String called = frames.get(depth - 1).method();
    return method(frame)
        .map(origins -> origins.arguments(frame.bci(), called))
        .orElse(List.of())
        .stream()
        .map(origin -> origin.inFrame(depth))
        .toList();
  }

  private Optional<MethodOrigins> method(Frame frame) {
    return known.computeIfAbsent(
        new MethodKey(frame.className(), frame.method(), frame.descriptor()),
        key ->
            lookup
                .classFile(frame)
                .flatMap(bytes -> MethodOrigins.of(bytes, frame.method(), frame.descriptor())));
  }
}
