// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.Position.Fit;
import io.github.loomunpin.rules.sight.PushingInstructions.Pushing;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * Where a frame can stand in its class file, as a recording, a dump or the JVM itself shows it:
 *
 * <ol>
 *   <li>at its bytecode index, if the instruction there can have called the next inner frame and
 *       has the line of the frame. Where that is not so the loaded class was another one;
 *   <li>else at those instructions of its line that can have called the next inner frame, in every
 *       method that it may be in: stacks that no recorder has seen have names of methods without
 *       descriptors;
 *   <li>else, where lines tell nothing, at all instructions of these methods that can have called
 *       it.
 * </ol>
 *
 * <p>Names say little where the JVM hides frames between two others: those of lambdas and method
 * handles are not recorded.
 *
 * @param places none if the frame cannot be of the class
 */
public record Position(Fit fit, List<Place> places) {

  private static final BciRange WHOLE_METHOD = new BciRange(0, Integer.MAX_VALUE);
  private static final Position NOWHERE = new Position(Fit.WRONG, List.of());

  /**
   * Instructions of one method.
   *
   * @param ranges the frame stands in one of them
   */
  public record Place(String method, String descriptor, List<BciRange> ranges) {

    Place(String method, String descriptor, BciRange range) {
      this(method, descriptor, List.of(range));
    }

    public boolean has(int bci) {
      return ranges.stream().anyMatch(range -> range.contains(bci));
    }

    boolean isOf(MonitorSite site) {
      return site.method().equals(method) && site.descriptor().equals(descriptor);
    }
  }

  /** An instruction that can push a frame, in its method. */
  private record Step(String descriptor, int bci, Pushing pushing) {}

  static Position at(String method, String descriptor, int bci) {
    return new Position(Fit.EXACT, List.of(new Place(method, descriptor, one(bci))));
  }

  private static BciRange one(int bci) {
    return new BciRange(bci, bci + 1);
  }

  /** The only instruction that the frame can stand at; empty if there are several. */
  Optional<Place> single() {
    boolean single =
        places.size() == 1
            && places.get(0).ranges().size() == 1
            && places.get(0).ranges().get(0).end() == places.get(0).ranges().get(0).start() + 1;
    return single ? Optional.of(places.get(0)) : Optional.empty();
  }

  /**
   * @param frames innermost first
   */
  static Position of(List<? extends StackFrame> frames, int depth, ClassImage image) {
    StackFrame frame = frames.get(depth);
    Sameness sameness = image.sameness();
    if (frame.bci() >= 0 && (sameness == Sameness.SAME || frame.isNative())) {
      return at(frame.method(), frame.descriptor(), frame.bci());
    }
    if (sameness == Sameness.SAME_FLAGS && image.code().hasOtherFlags(frame)) {
      return NOWHERE;
    }
    List<String> descriptors = image.code().descriptorsOf(frame);
    if (descriptors.isEmpty()) {
      return NOWHERE;
    }
    Optional<StackFrame> callee =
        depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
    if (frame.bci() >= 0 && standsAtIndex(frame, callee, image)) {
      return at(frame.method(), frame.descriptor(), frame.bci());
    }
    boolean byLine =
        frame.line() >= 0
            && sameness != Sameness.OTHER_VERSION
            && descriptors.stream().anyMatch(d -> image.lines().hasLines(frame.method(), d));
    if (byLine) {
      return onLine(frame, callee, descriptors, image);
    }
    return frame.bci() >= 0 ? NOWHERE : anywhere(frame, callee, descriptors, image);
  }

  private static boolean standsAtIndex(
      StackFrame frame, Optional<StackFrame> callee, ClassImage image) {
    int expected = image.lines().lineAt(frame.method(), frame.descriptor(), frame.bci());
    boolean sameLine = frame.line() < 0 || expected < 0 || expected == frame.line();
    Pushing pushing = image.code().of(frame.method(), frame.descriptor()).get(frame.bci());
    boolean canStand =
        callee.isEmpty()
            || (pushing == null
                ? frame.line() < 0
                : isUpcall(callee.get()) || canCall(pushing, callee.get()));
    return sameLine && canStand;
  }

  private static Position onLine(
      StackFrame frame, Optional<StackFrame> callee, List<String> descriptors, ClassImage image) {
    String method = frame.method();
    List<String> here =
        descriptors.stream()
            .filter(descriptor -> image.lines().hasLine(method, descriptor, frame.line()))
            .toList();
    if (here.isEmpty()) {
      return NOWHERE;
    }
    List<Step> steps =
        steps(method, here, image).stream()
            .filter(
                step -> image.lines().lineAt(method, step.descriptor(), step.bci()) == frame.line())
            .toList();
    // The agent calls its own code in place of instructions that enter or exit a monitor.
    boolean atMonitor =
        steps.isEmpty()
            && callee.filter(called -> GeneratedNames.isAgents(called.className())).isPresent();
    if (callee.isEmpty() || atMonitor) {
      return new Position(
          Fit.MOVED,
          here.stream()
              .map(
                  descriptor ->
                      new Place(
                          method,
                          descriptor,
                          image.lines().rangesOf(method, descriptor, frame.line())))
              .toList());
    }
    List<Step> calling = calling(steps, callee.get(), image);
    // An index that fits no call of its line is of another class; without one the line has to do.
    return calling.isEmpty() && frame.bci() >= 0
        ? NOWHERE
        : new Position(Fit.MOVED, places(method, calling.isEmpty() ? calls(steps) : calling));
  }

  private static Position anywhere(
      StackFrame frame, Optional<StackFrame> callee, List<String> descriptors, ClassImage image) {
    String method = frame.method();
    if (callee.isEmpty() || frame.isNative()) {
      return new Position(
          Fit.MOVED, descriptors.stream().map(d -> new Place(method, d, WHOLE_METHOD)).toList());
    }
    List<Step> steps = steps(method, descriptors, image);
    List<Step> calling = calling(steps, callee.get(), image);
    return new Position(Fit.MOVED, places(method, calling.isEmpty() ? calls(steps) : calling));
  }

  private static List<Step> steps(String method, List<String> descriptors, ClassImage image) {
    List<Step> steps = new ArrayList<>();
    for (String descriptor : descriptors) {
      image
          .code()
          .of(method, descriptor)
          .forEach((bci, pushing) -> steps.add(new Step(descriptor, bci, pushing)));
    }
    return steps;
  }

  private static List<Step> calls(List<Step> steps) {
    return only(steps, Pushing::isCall);
  }

  private static List<Step> only(List<Step> steps, Predicate<Pushing> condition) {
    return steps.stream().filter(step -> condition.test(step.pushing())).toList();
  }

  private static List<Place> places(String method, List<Step> steps) {
    List<Place> places = new ArrayList<>();
    for (String descriptor : steps.stream().map(Step::descriptor).distinct().toList()) {
      places.add(
          new Place(
              method,
              descriptor,
              steps.stream()
                  .filter(step -> step.descriptor().equals(descriptor))
                  .map(step -> one(step.bci()))
                  .toList()));
    }
    return places;
  }

  /** Those that call the next inner frame: the ones that name it, if any do. */
  private static List<Step> calling(List<Step> steps, StackFrame callee, ClassImage image) {
    List<Step> naming = only(steps, pushing -> names(pushing, callee));
    if (!naming.isEmpty()) {
      return naming;
    }
    List<Step> initializing =
        callee.isClassInitializer()
            ? only(steps, pushing -> image.mayInitialize(pushing, callee.className()))
            : List.of();
    if (!initializing.isEmpty()) {
      return initializing;
    }
    List<Step> calling = only(steps, pushing -> canCall(pushing, callee));
    return calling.isEmpty() && isUpcall(callee) ? steps : calling;
  }

  /** Whether an instruction says that it calls just this method, of whatever class. */
  private static boolean names(Pushing pushing, StackFrame callee) {
    return pushing.isCall()
        && pushing.name().equals(callee.method())
        && (callee.descriptor().isEmpty() || pushing.descriptor().equals(callee.descriptor()))
        && (!pushing.name().equals("<init>") || pushing.owner().equals(callee.className()));
  }

  private static boolean canCall(Pushing pushing, StackFrame callee) {
    boolean named =
        pushing.opcode() == Opcodes.INVOKESTATIC
            || pushing.opcode() == Opcodes.INVOKESPECIAL
            || pushing.opcode() == Opcodes.INVOKEVIRTUAL;
    return callee.method().equals(pushing.name())
        || pushing.isCall()
            && (!named
                || pushing.owner().startsWith("java/lang/invoke/")
                || GeneratedNames.isProxy(callee.className()));
  }

  /** Whether the JVM itself calls such a method, wherever it needs a class or links a call. */
  private static boolean isUpcall(StackFrame callee) {
    return callee.isClassInitializer()
        || callee.jdk()
        || callee.method().equals("loadClass")
        || callee.method().equals("transform");
  }

  /** Whether a frame can be one of the class that was found for it. */
  public enum Fit {
    /** Its bytecode index, its line and what it calls agree with the class file. */
    EXACT,
    /** Its line and what it calls agree; something has moved the code, as an agent does. */
    MOVED,
    /** It cannot be of that class file: the class path has another version of the class. */
    WRONG
  }
}
