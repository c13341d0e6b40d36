// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.JdkLoaders;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Copies recorded stacks, equal frames shared, each stack of a chunk once. */
final class StackReader {

  /** What all frames of a method have in common. */
  private record FrameMethod(
      String className, String name, String descriptor, boolean jdk, int access) {

    /** A method of which the recording has no class. */
    static final FrameMethod UNKNOWN = new FrameMethod("?", "?", "", false, 0);
  }

  /**
   * The most stacks or methods that are known at a time. The parser keeps all stacks of a chunk as
   * long as one of them is known.
   */
  private static final int MOST_KNOWN = 10_000;

  // JFR hands out one object per stack or method of a chunk's constant pool.
  private final Map<RecordedStackTrace, Stack> known = new IdentityHashMap<>();
  private final Map<RecordedMethod, FrameMethod> methods = new IdentityHashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();

  private final SharedStacks ofPins = new SharedStacks();

  /** By themselves, so that they leave all room to those of pins. */
  private final SharedStacks ofOthers = new SharedStacks();

  private String jdkVersion = "";

  Stack readOfPin(RecordedStackTrace recorded) {
    return read(recorded, ofPins);
  }

  /** Reads the stack of an event that is not a pin. */
  Stack readOfOther(RecordedStackTrace recorded) {
    return read(recorded, ofOthers);
  }

  private Stack read(RecordedStackTrace recorded, SharedStacks shared) {
    if (recorded == null) {
      return Stack.NONE;
    }
    Stack stack = known.get(recorded);
    if (stack == null) {
      stack = shared.share(copy(recorded));
      put(recorded, stack, known);
    }
    return stack;
  }

  /** Weak references would do, but of many the collector takes long. */
  private static <K, V> void put(K recorded, V copy, Map<K, V> known) {
    if (known.size() == MOST_KNOWN) {
      known.clear();
    }
    known.put(recorded, copy);
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
    return new Stack(copied, recorded.isTruncated());
  }

  /** A frame's own getters look for a field twice, and there is a frame for most of a recording. */
  private Frame copy(RecordedFrame frame) {
    RecordedMethod recorded = frame.getValue("method");
    FrameMethod method = recorded == null ? FrameMethod.UNKNOWN : methods.get(recorded);
    if (method == null) {
      method = method(recorded);
      put(recorded, method, methods);
    }
    if (method == FrameMethod.UNKNOWN) {
      return new Frame("?", "?", "", -1, -1, false, false);
    }
    return new Frame(
        method.className(),
        method.name(),
        method.descriptor(),
        frame.<Integer>getValue("bytecodeIndex"),
        frame.<Integer>getValue("lineNumber"),
        method.jdk(),
        Modifier.isNative(method.access()),
        method.access());
  }

  private FrameMethod method(RecordedMethod recorded) {
    RecordedClass type = recorded.getType();
    if (type == null) {
      return FrameMethod.UNKNOWN;
    }
    boolean jdk = isJdk(type);
    if (jdk && jdkVersion.isEmpty()) {
      jdkVersion = moduleVersion(type);
    }
    return new FrameMethod(
        type.getName().replace('.', '/'),
        MovedMethods.inSource(recorded.getName()),
        recorded.getDescriptor(),
        jdk,
        recorded.getModifiers());
  }

  private static boolean isJdk(RecordedClass type) {
    RecordedClassLoader loader = type.getClassLoader();
    // Hidden classes of the boot loader, such as lambda forms, come without one.
    return loader == null
        || JdkLoaders.has(
            loader.getType() == null ? "" : loader.getType().getName(), loader.getName());
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
