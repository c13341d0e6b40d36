// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import java.lang.reflect.Modifier;
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

  /** What all frames of a method have in common. */
  private record Method(
      String className, String name, String descriptor, boolean jdk, boolean isNative) {

    /** Of which the recording has no class. */
    static final Method UNKNOWN = new Method("?", "?", "", false, false);
  }

  // JFR hands out one object per stack of a chunk's constant pool; it has identity equality.
  private final Map<RecordedStackTrace, Stack> known = new WeakHashMap<>();
  private final Map<RecordedMethod, Method> methods = new WeakHashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();

  /** Equal stacks of different chunks are one object, so that comparing them costs nothing. */
  private final Map<Stack, Stack> stacks = new HashMap<>();

  private String jdkVersion = "";

  Stack read(RecordedStackTrace recorded) {
    return recorded == null ? Stack.NONE : known.computeIfAbsent(recorded, this::copy);
  }

  private Stack copy(RecordedStackTrace recorded) {
    // Each call makes all frames anew.
    List<RecordedFrame> given = recorded.getFrames();
    List<Frame> copied = new ArrayList<>(given.size());
    for (RecordedFrame frame : given) {
      Frame copy = copy(frame);
      Frame shared = frames.putIfAbsent(copy, copy);
      copied.add(shared == null ? copy : shared);
    }
    Stack stack = new Stack(copied, recorded.isTruncated());
    Stack shared =
        stacks.size() < MOST_SHARED ? stacks.putIfAbsent(stack, stack) : stacks.get(stack);
    return shared == null ? stack : shared;
  }

  /** A frame's own getters look for a field twice, and there is a frame for most of a recording. */
  private Frame copy(RecordedFrame frame) {
    RecordedMethod recorded = frame.getValue("method");
    Method method = recorded == null ? Method.UNKNOWN : methods.get(recorded);
    if (method == null) {
      method = method(recorded);
      methods.put(recorded, method);
    }
    if (method == Method.UNKNOWN) {
      return new Frame("?", "?", "", -1, -1, false, false);
    }
    return new Frame(
        method.className(),
        method.name(),
        method.descriptor(),
        frame.<Integer>getValue("bytecodeIndex"),
        frame.<Integer>getValue("lineNumber"),
        method.jdk(),
        method.isNative());
  }

  private Method method(RecordedMethod recorded) {
    RecordedClass type = recorded.getType();
    if (type == null) {
      return Method.UNKNOWN;
    }
    boolean jdk = isJdk(type);
    if (jdk && jdkVersion.isEmpty()) {
      jdkVersion = moduleVersion(type);
    }
    return new Method(
        type.getName().replace('.', '/'),
        recorded.getName(),
        recorded.getDescriptor(),
        jdk,
        Modifier.isNative(recorded.getModifiers()));
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
