// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Unexplained.Reason;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.Fit;
import io.github.loomunpin.rules.sight.PushingInstructions.Pushing;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A place in a stack where native code, or the JVM itself, has called Java code. A thread cannot
 * leave its carrier above such a place, whatever happens to the monitors.
 */
record Upcall(Reason reason, String detail) {

  private static final Set<String> LINKING =
      Set.of("linkCallSite", "linkMethod", "linkDynamicConstant", "findMethodHandleType");

  /** Whether a frame was called by native code or the JVM in the next outer one. */
  static Optional<Upcall> at(List<Frame> frames, int depth, StackClasses lookup) {
    Frame frame = frames.get(depth);
    if (depth == 0 || frame.className().equals("jdk/internal/vm/Continuation")) {
      // The innermost native frame is what blocks, and the outermost is how every virtual thread
      // starts.
      return Optional.empty();
    }
    Frame inner = frames.get(depth - 1);
    if (frame.isNative()) {
      return Optional.of(
          new Upcall(
              Reason.NATIVE_FRAME,
              "the native method " + name(frame) + " called back " + name(inner)));
    }
    if (isLoading(inner) && !isLoading(frame)) {
      return calledByJvm(frames, depth, lookup)
          .map(
              why ->
                  new Upcall(
                      Reason.CLASS_LOADING, "the JVM called " + name(inner) + " to load " + why));
    }
    boolean links =
        inner.className().equals("java/lang/invoke/MethodHandleNatives")
            && LINKING.contains(inner.method());
    if (links && !frame.className().startsWith("java/lang/invoke/")) {
      return Optional.of(
          new Upcall(Reason.CLASS_LOADING, "the JVM links a call in " + place(frame)));
    }
    boolean transforms =
        inner.className().equals("sun/instrument/InstrumentationImpl")
            && inner.method().equals("transform");
    return transforms
        ? Optional.of(
            new Upcall(
                Reason.CLASS_LOADING,
                "the JVM let Java agents transform a class that " + place(frame) + " needs"))
        : Optional.empty();
  }

  private static boolean isLoading(Frame frame) {
    return frame.method().equals("loadClass")
        && frame.descriptor().startsWith("(Ljava/lang/String;");
  }

  /** What for, if the code of the outer frame does not call the loader itself. */
  private static Optional<String> calledByJvm(List<Frame> frames, int depth, StackClasses lookup) {
    Frame frame = frames.get(depth);
    Optional<ClassImage> image = lookup.find(frame);
    if (image.isEmpty()) {
      // Loaders call each other in methods of other names; for the rest such calls are rare.
      boolean mayCallItself =
          frame.jdk() || frame.className().contains("Loader") || frame.method().contains("oad");
      return mayCallItself ? Optional.empty() : Optional.of("a class for " + place(frame));
    }
    Optional<Pushing> pushing = pushing(frames, depth, image.get());
    if (pushing.isEmpty() || pushing.get().name().equals(frames.get(depth - 1).method())) {
      return Optional.empty();
    }
    // An invokeinterface that a lambda implements may call a loader, with the lambda's frame
    // hidden.
    String owner = pushing.get().owner();
    boolean mayBeHidden = pushing.get().isCall() && owner.startsWith("java/");
    return mayBeHidden
        ? Optional.empty()
        : Optional.of((owner.isEmpty() ? "a class" : className(owner)) + " for " + place(frame));
  }

  private static Optional<Pushing> pushing(List<Frame> frames, int depth, ClassImage image) {
    Frame frame = frames.get(depth);
    return image.fit(frames, depth) == Fit.EXACT
        ? Optional.ofNullable(image.code().of(frame).get(frame.bci()))
        : Optional.empty();
  }

  /** Internal name of the class that the innermost frame needs initialised, if its code tells. */
  static Optional<String> classNeededBy(List<Frame> frames, StackClasses lookup) {
    Optional<Pushing> pushing =
        lookup.find(frames.getFirst()).flatMap(image -> pushing(frames, 0, image));
    return pushing.filter(Pushing::initialises).map(Pushing::owner);
  }

  /**
   * Foreign functions are called through method handles, and neither they nor the stubs through
   * which they call back have frames. To be asked only where nothing else can have pinned.
   */
  static Optional<Upcall> throughMethodHandle(List<Frame> frames) {
    for (int depth = 1; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      if (frame.className().equals("java/lang/invoke/MethodHandle")
          && frame.method().startsWith("invoke")) {
        String caller = depth + 1 < frames.size() ? " in " + place(frames.get(depth + 1)) : "";
        return Optional.of(
            new Upcall(
                Reason.NATIVE_FRAME,
                "a foreign function, called through a method handle"
                    + caller
                    + ", called back "
                    + name(firstBehind(frames, depth))));
      }
    }
    return Optional.empty();
  }

  /** The next inner frame that is none of the method handle's own. */
  private static Frame firstBehind(List<Frame> frames, int depth) {
    int at = depth - 1;
    while (at > 0 && isMachinery(frames.get(at).className())) {
      at--;
    }
    return frames.get(at);
  }

  private static boolean isMachinery(String className) {
    return className.startsWith("java/lang/invoke/")
        || className.startsWith("jdk/internal/foreign/");
  }

  private static String className(String internalName) {
    return internalName.replace('/', '.');
  }

  private static String name(Frame frame) {
    return className(frame.className()) + "." + frame.method();
  }

  private static String place(Frame frame) {
    return name(frame) + (frame.line() < 0 ? "" : ":" + frame.line());
  }
}
