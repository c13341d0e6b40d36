// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Copies recorded stacks, equal frames shared, each stack of a chunk once. */
final class StackReader {

  private static final int MOST_SHARED = 20_000;

  // JFR hands out one object per stack of a chunk's constant pool; it has identity equality.
  private final Map<RecordedStackTrace, Stack> known = new WeakHashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();

  /** Equal stacks of different chunks are one object, so that comparing them costs nothing. */
  private final Map<Stack, Stack> stacks = new HashMap<>();

  private String jdkVersion = "";

  Stack read(RecordedStackTrace recorded) {
    return recorded == null ? Stack.NONE : known.computeIfAbsent(recorded, this::copy);
  }

  private Stack copy(RecordedStackTrace recorded) {
    List<Frame> copied = new ArrayList<>(recorded.getFrames().size());
    for (RecordedFrame frame : recorded.getFrames()) {
      Frame copy = copy(frame);
      Frame shared = frames.putIfAbsent(copy, copy);
      copied.add(shared == null ? copy : shared);
    }
    Stack stack = new Stack(copied, recorded.isTruncated());
    Stack shared =
        stacks.size() < MOST_SHARED ? stacks.putIfAbsent(stack, stack) : stacks.get(stack);
    return shared == null ? stack : shared;
  }

  private Frame copy(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    RecordedClass type = method == null ? null : method.getType();
    if (type == null) {
      return new Frame("?", "?", "", -1, -1, false, false);
    }
    boolean jdk = isJdk(type);
    if (jdk && jdkVersion.isEmpty()) {
      jdkVersion = moduleVersion(type);
    }
    return new Frame(
        type.getName().replace('.', '/'),
        method.getName(),
        method.getDescriptor(),
        frame.getBytecodeIndex(),
        frame.getLineNumber(),
        jdk,
        "Native".equals(frame.getType()));
  }

  private static boolean isJdk(RecordedClass type) {
    RecordedClassLoader loader = type.getClassLoader();
    // Hidden classes of the boot loader, such as lambda forms, come without one.
    return loader == null
        || "bootstrap".equals(loader.getName())
        || "platform".equals(loader.getName());
  }

  private static String moduleVersion(RecordedClass type) {
    // A hidden class has no package, a recording of old may have no such field.
    return type.hasField("package.module.version")
            && type.getValue("package") != null
            && type.getValue("package.module") != null
            && type.getString("package.module.version") != null
        ? type.getString("package.module.version")
        : "";
  }

  /** The version of the JDK's modules on the stacks, empty if none tells. */
  String jdkVersion() {
    return jdkVersion;
  }
}
