// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.SeenPin.Kind;
import io.github.loomunpin.rules.holder.ClassWait;
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

  static SeenPin read(Kind kind, RecordedEvent event, List<SeenFrame> frames) {
    RecordedStackTrace stack = event.getStackTrace();
    String reason = event.hasField(REASON) ? event.getString(REASON) : null;
    RecordedClass monitor =
        kind != Kind.PARKED && event.hasField(MONITOR) ? event.getClass(MONITOR) : null;
    return new SeenPin(
        kind,
        reason == null ? "" : reason,
        reason != null && reason.startsWith("Waited for initialization of ")
            ? ClassWait.YES
            : classWait(kind, monitor, frames),
        frames,
        stack != null && stack.isTruncated());
  }

  private static ClassWait classWait(Kind kind, RecordedClass monitor, List<SeenFrame> frames) {
    if (monitor == null
        || !monitor.getName().equals(ClassWait.MONITOR_CLASS)
        || frames.isEmpty()
        || frames.get(0).className().equals("java/lang/Object")) {
      return ClassWait.NO;
    }
    return kind == Kind.WAITING ? ClassWait.YES : ClassWait.UNKNOWN;
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
    boolean jdk = loader == null || isOfJdk(loader);
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

  /** An application's loaders may have the same names. That of the JVM has no class. */
  private static boolean isOfJdk(RecordedClassLoader loader) {
    RecordedClass type = loader.getType();
    boolean mayBe = type == null || type.getName().startsWith("jdk.internal.loader.");
    return mayBe && ("bootstrap".equals(loader.getName()) || "platform".equals(loader.getName()));
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
