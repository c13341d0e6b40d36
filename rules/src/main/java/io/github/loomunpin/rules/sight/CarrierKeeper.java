// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.sight.Position.Fit;
import io.github.loomunpin.rules.sight.PushingInstructions.Pushing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Something besides monitors that keeps a thread on its carrier, whatever happens to the monitors:
 * native code or the JVM itself has called Java code, or a class is being initialized.
 *
 * @param depth of the frame that shows it, 0 for the innermost: the native method, the static
 *     initializer, or the method that the JVM called
 * @param needed internal name of the class that the JVM needs; empty if the code does not tell
 */
public record CarrierKeeper(Kind kind, int depth, Surety surety, String needed) {

  /** Through which foreign functions call back; recordings have its frames, dumps do not. */
  private static final String UPCALL_STUB = "jdk/internal/foreign/abi/UpcallStub";

  private static final String METHOD_HANDLE = "java/lang/invoke/MethodHandle";

  /** In the descriptor of a call that passes memory or its addresses. */
  private static final String FOREIGN = "Ljava/lang/foreign/";

  /** The ways to keep a thread on its carrier. */
  public enum Kind {
    /** The thread waits for another one to initialize a class. */
    CLASS_WAIT(PinReason.CLASS_INITIALIZER),
    CLASS_INITIALIZER(PinReason.CLASS_INITIALIZER),
    /** The JVM enters the monitor of a class loader, while another thread loads a class. */
    LOADER_WAIT(PinReason.CLASS_LOADING),
    /** The JVM called a class loader. */
    CLASS_LOADING(PinReason.CLASS_LOADING),
    /** The JVM links a call. */
    CALL_LINKING(PinReason.CLASS_LOADING),
    /** The JVM lets Java agents transform a class. */
    CLASS_TRANSFORMATION(PinReason.CLASS_LOADING),
    /** The thread is in a native method, which waits or computes. */
    NATIVE_CALL(PinReason.NATIVE_FRAME),
    /** A native method called back into Java. */
    NATIVE_FRAME(PinReason.NATIVE_FRAME),
    /** A foreign function, which has no frame, called back into Java. */
    FOREIGN_FUNCTION(PinReason.NATIVE_FRAME);

    private final PinReason reason;

    Kind(PinReason reason) {
      this.reason = reason;
    }

    /** As what reports count it. */
    public PinReason reason() {
      return reason;
    }
  }

  private static final Set<String> LINKING =
      Set.of("linkCallSite", "linkMethod", "linkDynamicConstant", "findMethodHandleType");

  /**
   * What keeps the thread of a stack, innermost first. A class that another thread initializes
   * leaves no frame: see {@link #classWait}.
   *
   * @param frames innermost first
   */
  static List<CarrierKeeper> of(List<? extends StackFrame> frames, ClassImages images) {
    List<CarrierKeeper> keepers = new ArrayList<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      if (frames.get(depth).isClassInitializer()) {
        keepers.add(new CarrierKeeper(Kind.CLASS_INITIALIZER, depth, Surety.SAID, ""));
      } else {
        calling(frames, depth, images).ifPresent(keepers::add);
      }
    }
    return keepers;
  }

  static CarrierKeeper classWait(List<? extends StackFrame> frames, ClassImages images) {
    String needed =
        pushing(frames, 0, Fit.EXACT, images)
            .filter(Pushing::initializes)
            .map(Pushing::owner)
            .findFirst()
            .orElse("");
    return new CarrierKeeper(Kind.CLASS_WAIT, 0, Surety.SAID, needed);
  }

  static CarrierKeeper loaderWait() {
    return new CarrierKeeper(Kind.LOADER_WAIT, 0, Surety.LINE, "");
  }

  /** Depth of the outermost frame that loads a class; -1 if none does. */
  static int loading(List<? extends StackFrame> frames) {
    int depth = frames.size() - 1;
    while (depth >= 0 && !isLoading(frames.get(depth))) {
      depth--;
    }
    return depth;
  }

  /**
   * A foreign function that may have called back. They are called through method handles, and in
   * dumps neither they nor the stubs through which they call back have frames: only {@code
   * invokeWithArguments} has one, and of {@code invokeExact} and {@code invoke} the code tells. A
   * handle may call Java code as well, so this is to be asked only where nothing else can keep the
   * carrier.
   */
  static Optional<CarrierKeeper> foreignFunction(
      List<? extends StackFrame> frames, ClassImages images) {
    for (int depth = 1; depth < frames.size(); depth++) {
      if (isHandleCall(frames.get(depth).className(), frames.get(depth).method())
          || callsHandle(frames, depth, images, pushing -> true)) {
        return Optional.of(new CarrierKeeper(Kind.FOREIGN_FUNCTION, depth, Surety.POSSIBLE, ""));
      }
    }
    return Optional.empty();
  }

  private static boolean isHandleCall(String type, String method) {
    return type.equals(METHOD_HANDLE) && method.startsWith("invoke");
  }

  /** Whether a frame calls the next inner one through a method handle that leaves no frame. */
  private static boolean callsHandle(
      List<? extends StackFrame> frames,
      int depth,
      ClassImages images,
      Predicate<Pushing> condition) {
    StackFrame inner = frames.get(depth - 1);
    if (inner.className().startsWith("java/lang/invoke/") || inner.isClassInitializer()) {
      // Where frames of method handles are shown, those of foreign functions are shown as well.
      return false;
    }
    List<Pushing> possible =
        images.find(frames.get(depth)).stream()
            .flatMap(image -> image.pushing(image.position(frames, depth)))
            .toList();
    return !possible.isEmpty()
        && possible.stream()
            .allMatch(
                pushing ->
                    isHandleCall(pushing.owner(), pushing.name()) && condition.test(pushing));
  }

  /** Whether a frame was entered from native code or the JVM, at the next inner one. */
  private static Optional<CarrierKeeper> calling(
      List<? extends StackFrame> frames, int depth, ClassImages images) {
    StackFrame frame = frames.get(depth);
    if (depth == 0) {
      return frame.isNative() && NativeWait.keepsCarrier(frame)
          ? Optional.of(new CarrierKeeper(Kind.NATIVE_CALL, depth, Surety.SAID, ""))
          : Optional.empty();
    }
    if (frame.className().equals("jdk/internal/vm/Continuation")) {
      // This is how every virtual thread starts.
      return Optional.empty();
    }
    StackFrame inner = frames.get(depth - 1);
    if (frame.className().startsWith(UPCALL_STUB)) {
      return Optional.of(new CarrierKeeper(Kind.FOREIGN_FUNCTION, depth, Surety.SAID, ""));
    }
    if (callsHandle(frames, depth, images, pushing -> pushing.descriptor().contains(FOREIGN))) {
      return Optional.of(new CarrierKeeper(Kind.FOREIGN_FUNCTION, depth, Surety.LINE, ""));
    }
    if (frame.isNative()) {
      return Optional.of(new CarrierKeeper(Kind.NATIVE_FRAME, depth, Surety.SAID, ""));
    }
    if (isLoading(inner) && !isLoading(frame)) {
      return classLoadedFor(frames, depth, images)
          .map(type -> new CarrierKeeper(Kind.CLASS_LOADING, depth - 1, Surety.LINE, type));
    }
    boolean links =
        inner.className().equals("java/lang/invoke/MethodHandleNatives")
            && LINKING.contains(inner.method());
    if (links && !frame.className().startsWith("java/lang/invoke/")) {
      return Optional.of(new CarrierKeeper(Kind.CALL_LINKING, depth - 1, Surety.SAID, ""));
    }
    boolean transforms =
        inner.className().equals("sun/instrument/InstrumentationImpl")
            && inner.method().equals("transform");
    return transforms
        ? Optional.of(new CarrierKeeper(Kind.CLASS_TRANSFORMATION, depth - 1, Surety.SAID, ""))
        : Optional.empty();
  }

  private static boolean isLoading(StackFrame frame) {
    return frame.method().equals("loadClass")
        && (frame.descriptor().isEmpty() || frame.descriptor().startsWith("(Ljava/lang/String;"));
  }

  /**
   * Which class the JVM had a loader load for a frame, empty if that is not known; nothing if the
   * code of the frame may have called the loader itself.
   */
  private static Optional<String> classLoadedFor(
      List<? extends StackFrame> frames, int depth, ClassImages images) {
    StackFrame frame = frames.get(depth);
    Optional<ClassImage> image = images.find(frame);
    if (image.isEmpty()) {
      // Loaders call each other in methods of other names; for the rest such calls are rare.
      boolean mayCallItself =
          frame.jdk() || frame.className().contains("Loader") || frame.method().contains("oad");
      return mayCallItself ? Optional.empty() : Optional.of("");
    }
    String called = frames.get(depth - 1).method();
    Fit fit = image.get().fit(frames, depth);
    List<Pushing> possible = pushing(frames, depth, fit, images).toList();
    if (possible.isEmpty()
        || possible.stream().anyMatch(pushing -> mayCallLoader(pushing, called, fit))) {
      return Optional.empty();
    }
    return Optional.of(possible.size() == 1 ? possible.get(0).owner() : "");
  }

  /** A lambda that an interface's method stands for may call a loader, with its frame hidden. */
  private static boolean mayCallLoader(Pushing pushing, String called, Fit fit) {
    boolean mayBeHidden =
        fit == Fit.EXACT
            ? pushing.isCall() && pushing.owner().startsWith("java/")
            // A line has other calls of the JDK as well.
            : pushing.isInterfaceCall();
    return pushing.name().equals(called) || mayBeHidden;
  }

  /** The instructions at which a frame may stand, if it is known as well as asked for. */
  private static Stream<Pushing> pushing(
      List<? extends StackFrame> frames, int depth, Fit fit, ClassImages images) {
    return images.find(frames.get(depth)).stream()
        .filter(image -> image.fit(frames, depth) == fit)
        .flatMap(image -> image.pushing(image.position(frames, depth)));
  }
}
