// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.sight.Origin.Step;
import io.github.loomunpin.rules.sight.Position.Place;
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
public final class ObjectOrigins {

  /** The code of methods takes memory, also of the JVM that is looked at. */
  private static final int MOST_KEPT = 1_000;

  private record MethodKey(String type, String method, String descriptor) {}

  private final ClassImages images;
  private final Map<MethodKey, Optional<MethodOrigins>> known = new HashMap<>();

  public ObjectOrigins(ClassImages images) {
    this.images = images;
  }

  /** The object that a site in a frame locks or waits on. */
  public Origin of(List<? extends StackFrame> frames, int depth, MonitorSite site) {
    Origin origin =
        switch (site.kind()) {
          case SYNC_METHOD -> Origin.parameter(0);
          case STATIC_SYNC_METHOD ->
              new Origin(
                  new Step("constant " + Type.getObjectType(site.owner()), false), List.of());
          default ->
              method(frames.get(depth), site.method(), site.descriptor())
                  .map(origins -> origins.operand(site.bci()))
                  .orElse(Origin.UNKNOWN);
        };
    return resolved(frames, depth, origin);
  }

  private Origin resolved(List<? extends StackFrame> frames, int depth, Origin origin) {
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
  private List<Origin> arguments(List<? extends StackFrame> frames, int depth) {
    StackFrame frame = frames.get(depth);
    Optional<Place> place =
        images.find(frame).flatMap(image -> image.position(frames, depth).single());
    if (place.isEmpty()) {
      return List.of();
    }
    String called = frames.get(depth - 1).method();
    int bci = place.get().ranges().get(0).start();
    return method(frame, frame.method(), place.get().descriptor())
        .map(origins -> origins.arguments(bci, called))
        .orElse(List.of())
        .stream()
        .map(origin -> origin.inFrame(depth))
        .toList();
  }

  private Optional<MethodOrigins> method(StackFrame frame, String method, String descriptor) {
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
    return known.computeIfAbsent(
        new MethodKey(frame.className(), method, descriptor),
        key ->
            images.classFile(frame).flatMap(bytes -> MethodOrigins.of(bytes, method, descriptor)));
  }
}
