// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.NativeWait;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** Says what a thread waits for, from its frames and what the dump says of them. */
final class ThreadReader {

  private final FrameMatcher matcher;
  private final Set<String> initializing;
  private final BiPredicate<HeldSite, DumpedThread> heldByOthers;
  private final boolean agentConverts;

  /**
   * @param initializing classes whose static initializer is on a stack, by internal name
   * @param heldByOthers whether another thread than this may hold a monitor that a site enters
   * @param agentConverts whether sites that the agent converts are locks instead, whose own frames
   *     dumps do not show
   */
  ThreadReader(
      FrameMatcher matcher,
      Set<String> initializing,
      BiPredicate<HeldSite, DumpedThread> heldByOthers,
      boolean agentConverts) {
    this.matcher = matcher;
    this.initializing = initializing;
    this.heldByOthers = heldByOthers;
    this.agentConverts = agentConverts;
  }

  /**
   * What a thread waits for.
   *
   * @param computes whether it computes in the native method it is in, if that is known
   */
  Optional<Waits> waits(DumpedThread thread, Place place, Optional<Boolean> computes) {
    List<Frame> frames = thread.stack().frames();
    int caller = StackFrame.callerDepth(frames);
    Optional<Frame> by =
        caller < frames.size() ? Optional.of(frames.get(caller)) : Optional.empty();
    for (LockNote note : thread.locks()) {
      switch (note.kind()) {
        case CLASS_INITIALIZATION -> {
          return Optional.of(initialization(note.type(), by, Surety.SAID));
        }
        case WAITING_TO_LOCK -> {
          return Optional.of(
              new Waits(
                  Waits.Kind.MONITOR,
                  note.type(),
                  by,
                  frames.isEmpty() ? List.of() : entering(frames.getFirst()),
                  note.identity(),
                  Waits.Limit.NONE,
                  Surety.SAID));
        }
        default -> {}
      }
    }
    if (frames.isEmpty()) {
      return Optional.empty();
    }
    Optional<Waits> initializing = initializingByName(frames, by);
    if (initializing.isPresent()) {
      return initializing;
    }
    Optional<Waits> converted =
        agentConverts && parksAtOnce(frames, caller) ? converted(by) : Optional.empty();
    if (converted.isPresent()) {
      return converted;
    }
    if (place == Place.MOUNTED && yields(frames)) {
      return Optional.empty();
    }
    boolean isUnknown = frames.getFirst().isNative() && NativeWait.isUnknown(frames.getFirst());
    if (isUnknown && computes.orElse(false)) {
      return Optional.empty();
    }
    return isWaiting(frames.getFirst())
        ? Optional.of(parked(thread, frames, caller, by, isUnknown && computes.isEmpty()))
        : place == Place.MOUNTED || isSaidToWait(thread) || isOfUnknownState(thread, place)
            ? inside(thread, frames, by, place)
            : Optional.empty();
  }

  /** Whether the application parks, or something of which dumps do not show the frames. */
  private static boolean parksAtOnce(List<Frame> frames, int caller) {
    return caller > 0
        && caller < frames.size()
        && frames.get(caller - 1).className().equals("java/util/concurrent/locks/LockSupport");
  }

  /** What the application waits for in a lock of the agent, unless its own code parks. */
  private Optional<Waits> converted(Optional<Frame> by) {
    List<HeldSite> sites = by.map(matcher::converted).orElse(List.of());
    return sites.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Waits(
                Waits.Kind.MONITOR,
                sites.getFirst().site().operand().type(),
                by,
                sites,
                "",
                Waits.Limit.NONE,
                sites.size() == 1 ? Surety.LINE : Surety.ONE_OF));
  }

  /** Whether a stack begins where a thread can park. */
  boolean isWhole(DumpedThread thread) {
    return !thread.stack().isEmpty() && isWaiting(thread.stack().frames().getFirst());
  }

  /** Parked, in {@code Object.wait}, or in a native method that may block. */
  private static boolean isWaiting(Frame top) {
    return top.isNative() && NativeWait.mayBeIn(top) || isUnmounted(top);
  }

  /** Whether a virtual thread with this innermost frame has left its carrier. */
  static boolean isUnmounted(Frame top) {
    boolean yields =
        top.className().equals("java/lang/VirtualThread")
            && (top.method().startsWith("park") || top.method().contains("ield"));
    return yields || top.className().startsWith("jdk/internal/vm/Continuation");
  }

  /**
   * Whether a virtual thread lets others run for a moment, on which a dump may find it on its
   * carrier or off it, and anywhere in what the JDK does for that.
   */
  static boolean yields(List<Frame> frames) {
    return frames.stream()
        .takeWhile(ThreadReader::isOfVirtualThreads)
        .anyMatch(frame -> frame.method().equals("tryYield"));
  }

  private static boolean isOfVirtualThreads(Frame frame) {
    return frame.className().equals("java/lang/VirtualThread")
        || frame.className().startsWith("jdk/internal/vm/Continuation");
  }

  /** A platform thread at the entry of a monitor looks like one that runs, too. */
  private static boolean isOfUnknownState(DumpedThread thread, Place place) {
    return place == Place.PLATFORM && thread.state().isEmpty();
  }

  private static boolean isSaidToWait(DumpedThread thread) {
    return thread.state().equals("BLOCKED");
  }

  /**
   * @param perhaps whether it may compute as well, in a native method of the application
   */
  private Waits parked(
      DumpedThread thread, List<Frame> frames, int caller, Optional<Frame> by, boolean perhaps) {
    List<Frame> jdk = frames.subList(0, caller);
    String identity =
        thread.locks().stream()
            .filter(
                note ->
                    note.kind() == LockNote.Kind.WAITING_ON
                        || note.kind() == LockNote.Kind.PARKING_FOR)
            .map(LockNote::identity)
            .findFirst()
            .orElse("");
    Waits.Kind kind = WaitKinds.of(jdk);
    Frame call = jdk.isEmpty() ? frames.getFirst() : called(jdk, by.isPresent());
    Optional<Frame> calledBy =
        jdk.isEmpty()
            ? frames.stream().filter(frame -> !isSameMethod(frame, call)).findFirst()
            : by;
    return new Waits(
        kind,
        call.className().replace('/', '.') + "." + call.method(),
        calledBy,
        by.map(matcher::waits)
            .filter(sites -> kind == Waits.Kind.NOTIFICATION && !sites.isEmpty())
            .orElseGet(() -> matcher.waits(frames)),
        identity,
        perhaps ? Waits.Limit.PERHAPS : WaitKinds.limit(kind, frames, matcher),
        perhaps ? Surety.POSSIBLE : Surety.SAID);
  }

  /** The agent leaves a method of the same name in place of a native one. */
  private static boolean isSameMethod(Frame one, Frame other) {
    return one.className().equals(other.className()) && one.method().equals(other.method());
  }

  /** The method that the application called; without one, the first that is not machinery. */
  private static Frame called(List<Frame> jdk, boolean byApplication) {
    if (byApplication) {
      return jdk.getLast();
    }
    return jdk.stream()
        .filter(frame -> !frame.className().startsWith("jdk/"))
        .filter(frame -> !frame.className().startsWith("java/lang/VirtualThread"))
        .filter(frame -> !frame.className().startsWith("java/lang/System$"))
        .filter(frame -> !frame.className().contains("/locks/LockSupport"))
        .filter(frame -> !frame.className().contains("/locks/Abstract"))
        .findFirst()
        .orElse(jdk.getFirst());
  }

  /** The innermost frame is code: it runs, or the JVM blocks it at a monitor or a class. */
  private Optional<Waits> inside(
      DumpedThread thread, List<Frame> frames, Optional<Frame> by, Place place) {
    Frame top = frames.getFirst();
    Set<String> others = new TreeSet<>(initializing);
    initializing(frames).forEach(others::remove);
    List<String> classes = matcher.initialized(top, others);
    if (!classes.isEmpty()) {
      return Optional.of(initialization(java(classes.getFirst()), by, Surety.LINE));
    }
    if (!thread.state().equals("RUNNABLE")) {
      // A thread that runs looks the same; but what one blocks at, another has.
      List<HeldSite> sites =
          entering(top).stream().filter(site -> heldByOthers.test(site, thread)).toList();
      if (!sites.isEmpty()) {
        String type = sites.getFirst().site().operand().type();
        return Optional.of(
            new Waits(Waits.Kind.MONITOR, type, by, sites, "", Waits.Limit.NONE, Surety.POSSIBLE));
      }
    }
    // A lambda that touches the class is a frame that dumps do not show.
    return place == Place.MOUNTED && top.jdk() && others.size() == 1
        ? Optional.of(initialization(java(others.iterator().next()), by, Surety.POSSIBLE))
        : Optional.empty();
  }

  /** Methods of the JDK that initialize a class which the stack does not tell. */
  private Optional<Waits> initializingByName(List<Frame> frames, Optional<Frame> by) {
    Frame top = frames.getFirst();
    Set<String> others = new TreeSet<>(initializing);
    initializing(frames).forEach(others::remove);
    boolean may =
        top.className().equals("java/lang/Class") && top.method().equals("forName0")
            || top.className().equals("jdk/internal/misc/Unsafe")
                && top.method().startsWith("ensureClassInitialized");
    return may && others.size() == 1
        ? Optional.of(initialization(java(others.iterator().next()), by, Surety.POSSIBLE))
        : Optional.empty();
  }

  /** The sites at whose entry a thread may be, or that it has entered just before. */
  List<HeldSite> undecided(DumpedThread thread) {
    List<Frame> frames = thread.stack().frames();
    return frames.isEmpty() || isWaiting(frames.getFirst())
        ? List.of()
        : entering(frames.getFirst());
  }

  private List<HeldSite> entering(Frame top) {
    return matcher.entering(top);
  }

  private static Waits initialization(String type, Optional<Frame> by, Surety surety) {
    return new Waits(
        Waits.Kind.CLASS_INITIALIZATION, type, by, List.of(), "", Waits.Limit.NONE, surety);
  }

  private static String java(String internalName) {
    return internalName.replace('/', '.');
  }

  /** The classes whose static initializers are on a stack. */
  static List<String> initializing(List<Frame> frames) {
    List<String> found = new ArrayList<>();
    for (Frame frame : frames) {
      if (frame.isClassInitializer()) {
        found.add(frame.className());
      }
    }
    return found;
  }
}
