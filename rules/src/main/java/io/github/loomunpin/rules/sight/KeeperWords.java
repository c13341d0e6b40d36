// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Mode;
import java.util.List;
import java.util.Optional;

/**
 * What keeps a thread on its carrier besides monitors, in clauses for people; {@link
 * io.github.loomunpin.rules.site.SiteWords} has the words for monitors.
 */
public final class KeeperWords {

  private KeeperWords() {}

  /** With the code that it happened to. */
  public static String of(CarrierKeeper keeper, List<? extends StackFrame> frames) {
    int depth = keeper.depth();
    String brief = brief(keeper, frames);
    return switch (keeper.kind()) {
      case CLASS_WAIT -> waitsFor(needed(keeper));
      case CLASS_INITIALIZER, LOADER_WAIT -> brief;
      case CLASS_LOADING ->
          "the JVM called "
              + method(frames.get(depth))
              + " to load "
              + needed(keeper)
              + " for "
              + place(frames.get(depth + 1));
      case CALL_LINKING -> brief + " in " + place(frames.get(depth + 1));
      case CLASS_TRANSFORMATION -> brief + " that " + place(frames.get(depth + 1)) + " needs";
      case NATIVE_CALL ->
          brief + (depth + 1 < frames.size() ? ", called by " + place(frames.get(depth + 1)) : "");
      case NATIVE_FRAME ->
          "the native method "
              + method(frames.get(depth))
              + " called back "
              + method(frames.get(depth - 1));
      case FOREIGN_FUNCTION ->
          "a foreign function, called through a method handle"
              + caller(frames, depth).map(frame -> " in " + place(frame)).orElse("")
              + ", called back "
              + method(calledBack(frames, depth));
    };
  }

  /** Names no code, so that pins can be counted by it. */
  public static String brief(CarrierKeeper keeper, List<? extends StackFrame> frames) {
    StackFrame frame = frames.get(keeper.depth());
    return switch (keeper.kind()) {
      case CLASS_WAIT -> waitsFor("a class");
      case LOADER_WAIT -> "waits for another thread to load a class";
      case CLASS_INITIALIZER -> "in the static initializer of " + java(frame.className());
      case CLASS_LOADING -> "the JVM called " + method(frame) + " to load a class";
      case CALL_LINKING -> "the JVM links a call";
      case CLASS_TRANSFORMATION -> "the JVM lets Java agents transform a class";
      case NATIVE_CALL -> "in the native method " + method(frame);
      case NATIVE_FRAME -> "the native method " + method(frame) + " called back into Java";
      case FOREIGN_FUNCTION ->
          "a foreign function, called through a method handle, called back into Java";
    };
  }

  /**
   * The clause for a thread that waits for a class.
   *
   * @param type its binary name, or what else names it
   */
  public static String waitsFor(String type) {
    return "waits for another thread to initialize " + type;
  }

  /**
   * A clause with what the JVM says pinned the thread.
   *
   * @param clause empty if there is nothing else to say
   * @param pinnedReason empty if the JVM says nothing
   */
  public static String withReason(String clause, String pinnedReason) {
    String said = pinnedReason.isEmpty() ? "" : "the JVM says: " + pinnedReason;
    return clause.isEmpty() || said.isEmpty() ? clause + said : clause + " (" + said + ")";
  }

  /**
   * The clause for a thread that holds nothing but locks of the agent.
   *
   * @param moved as of {@link Sight#moved}
   */
  public static String allConverted(Optional<? extends StackFrame> moved) {
    return "no monitor that the agent left native is on the stack"
        + moved.map(frame -> ", unless one in " + method(frame)).orElse("");
  }

  /**
   * What to do about something that keeps a carrier; empty where there is nothing to say.
   *
   * @param reason what it counts as
   */
  public static String remedy(PinReason reason) {
    return switch (reason) {
      case CLASS_INITIALIZER ->
          "no agent helps, and JDK 26 frees only those that wait for the class: initialize it earlier,"
              + " on a platform thread";
      case NATIVE_FRAME -> "no agent and no JDK helps: call it on a platform thread";
      case CLASS_LOADING -> "no agent and no JDK helps";
      default -> "";
    };
  }

  /**
   * What follows on the decision about a monitor: a lock does not let go of a carrier that
   * something else keeps. Empty where the decision stands as it is.
   *
   * @param mode of the monitor
   * @param reason what else keeps the carrier for certain
   */
  public static String keptAnyway(Mode mode, PinReason reason) {
    String keeper =
        switch (reason) {
          case NATIVE_FRAME -> "native code";
          case CLASS_INITIALIZER -> "the initialization of a class";
          case CLASS_LOADING -> "the loading of a class";
          default -> "";
        };
    return mode == Mode.NATIVE || keeper.isEmpty()
        ? ""
        : ", but " + keeper + " keeps the carrier all the same";
  }

  private static String needed(CarrierKeeper keeper) {
    return keeper.needed().isEmpty() ? "a class" : java(keeper.needed());
  }

  /** The frame itself or the next outer one that method handles have not added. */
  private static Optional<? extends StackFrame> caller(
      List<? extends StackFrame> frames, int depth) {
    return frames.stream().skip(depth).filter(frame -> !isMachinery(frame.className())).findFirst();
  }

  /** The next inner frame that the method handle itself has not added. */
  private static StackFrame calledBack(List<? extends StackFrame> frames, int depth) {
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

  private static String method(StackFrame frame) {
    return java(frame.className()) + "." + frame.method();
  }

  private static String place(StackFrame frame) {
    return method(frame) + (frame.line() < 0 ? "" : ":" + frame.line());
  }

  private static String java(String internalName) {
    return internalName.replace('/', '.');
  }
}
