// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.JdkLoaders;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Copies what events tell of pins. */
final class RecordedPins {

  private static final String REASON = "pinnedReason";
  private static final String MONITOR = "monitorClass";

  private RecordedPins() {}

  static SeenPin read(PinKind kind, RecordedEvent event, List<SeenFrame> frames) {
    RecordedStackTrace stack = event.getStackTrace();
    String reason = event.hasField(REASON) ? event.getString(REASON) : null;
    RecordedClass monitor =
        kind != PinKind.PARKED && event.hasField(MONITOR) ? event.getClass(MONITOR) : null;
    return new SeenPin(
        kind,
        reason == null ? "" : reason,
        reason != null && ClassWait.said(reason).isPresent()
            ? ClassWait.YES
            : ClassWait.recorded(
                kind == PinKind.WAITING,
                monitor == null ? "" : monitor.getName(),
                frames.isEmpty() ? "" : frames.get(0).className()),
        frames,
        stack != null && stack.isTruncated());
  }

  static List<SeenFrame> frames(RecordedStackTrace stack) {
    List<SeenFrame> frames = new ArrayList<>();
    for (RecordedFrame frame : stack.getFrames()) {
      frames.add(frame(frame));
    }
    return List.copyOf(frames);
  }

  private static SeenFrame frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    RecordedClass type = method == null ? null : method.getType();
    if (type == null) {
      return new SeenFrame("?", "?", "", -1, -1, false, false, "");
    }
    RecordedClassLoader loader = type.getClassLoader();
    // Hidden classes of the boot loader, such as lambda forms, come without one.
    boolean jdk =
        loader == null
            || JdkLoaders.has(
                loader.getType() == null ? "" : loader.getType().getName(), loader.getName());
    return new SeenFrame(
        type.getName().replace('.', '/'),
        method.getName(),
        method.getDescriptor(),
        frame.getBytecodeIndex(),
        frame.getLineNumber(),
        jdk,
        "Native".equals(frame.getType()),
        jdk ? "" : name(loader));
  }

  /** As the class finder tells loaders apart. */
  private static String name(RecordedClassLoader loader) {
    RecordedClass type = loader.getType();
    String name = loader.getName();
    return type == null || name != null && name.contains(" ")
        ? ""
        : type.getName() + "/" + (name == null ? "" : name);
  }
}
