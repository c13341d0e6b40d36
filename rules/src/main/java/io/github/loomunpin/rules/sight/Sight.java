// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says what keeps a thread on its carrier, wherever somebody has seen its stack: which monitors it
 * holds, and what else there is ({@link CarrierKeeper}). It names the monitors so:
 *
 * <ol>
 *   <li>every frame, innermost first, is looked up by class, method and descriptor;
 *   <li>a site of the method counts when the frame's {@link Position} lies in a region in which the
 *       site's monitor is held; frames of another version of the class tell nothing;
 *   <li>a thread that blocks at a monitor is kept by the site it blocks at, a waiting one by the
 *       wait, which has released the object it waits on, wherever that was entered ({@link
 *       WaitRelease}).
 * </ol>
 *
 * <p>Monitors that an agent has made locks of do not count ({@link #isLock(Hold, boolean)}), unless
 * nothing else can keep the thread. What happens to the rest, {@link Outlook} sums up. For one
 * thread.
 */
public final class Sight {

  private static final String OBJECT = "java/lang/Object";

  private final ClassImages images;
  private final boolean agentConverts;
  private final WaitRelease release;
  private final UnseenMonitors unseen;

  /**
   * @param agentConverts whether the JVM whose stacks these are has an agent that converts monitors
   */
  public Sight(ClassImages images, boolean agentConverts) {
    this.images = images;
    this.agentConverts = agentConverts;
    this.release = new WaitRelease(images);
    this.unseen = new UnseenMonitors(images);
  }

  /**
   * A monitor that a thread may be about to enter.
   *
   * @param depth of the frame
   * @param sites at any of which it may be; not empty
   * @param certain false if it may have entered it as well
   */
  public record Entering(int depth, List<Hold> sites, boolean certain) {}

  /**
   * The monitors of a thread, with those that an agent may have made locks of.
   *
   * @param known first those that it could not enter or waits on, then those that it holds
   * @param areMore whether the thread holds others, of which no site is known
   */
  public record Monitors(List<Hold> known, boolean areMore) {}

  /**
   * All that keeps the carrier of a thread.
   *
   * @param monitorsPin whether they do on its JDK
   */
  public KeptCarrier kept(BlockedThread thread, boolean monitorsPin) {
    List<Hold> known = monitorsPin ? withLocks(thread) : List.of();
    return kept(thread, new Monitors(known, false), monitorsPin);
  }

  /**
   * All that keeps the carrier of a thread whose monitors a dump names, in whole or in part.
   *
   * @param named all monitors of the thread: those in the dump, and those that its code adds
   */
  public KeptCarrier kept(BlockedThread thread, Monitors named, boolean monitorsPin) {
    ClassWait ofClass = classWait(thread);
    List<Hold> all = monitorsPin ? seen(named.known(), thread) : List.of();
    List<Hold> monitors = withoutLocks(all, false);
    List<CarrierKeeper> others = new ArrayList<>();
    if (ofClass == ClassWait.YES && !thread.frames().isEmpty()) {
      others.add(CarrierKeeper.classWait(thread.frames(), images));
    }
    if (monitorsPin && ofClass == ClassWait.NO && waitsForLoader(thread)) {
      others.add(CarrierKeeper.loaderWait());
    }
    others.addAll(keepers(thread.frames()));
    LastResort last =
        lastResort(
            !others.isEmpty() || !monitors.isEmpty() || monitorsPin && named.areMore(),
            ofClass == ClassWait.NO ? blocking(thread, all) : List.of(),
            thread.frames(),
            thread.truncated());
    last.foreignFunction().ifPresent(others::add);
    return new KeptCarrier(
        last.locks().isEmpty() ? withoutLocks(monitors, !others.isEmpty()) : last.locks(),
        others,
        ofClass);
  }

  /**
   * What may keep the carrier of a thread that nothing else keeps; empty if that may be out of
   * sight.
   *
   * @param foreignFunction which may have called back
   * @param locks as monitors: the agent has not converted one of them after all
   */
  private record LastResort(Optional<CarrierKeeper> foreignFunction, List<Hold> locks) {}

  /**
   * What may keep a thread on its carrier where nothing else does.
   *
   * @param explained whether something else does: one of the {@link #keepers}, a class that the
   *     thread waits for, or, where monitors pin, one that it holds, wants or waits on and that is
   *     not a lock of the agent
   * @param locks those that can keep it if they are none
   */
  private LastResort lastResort(
      boolean explained, List<Hold> locks, List<? extends StackFrame> frames, boolean truncated) {
    if (explained || truncated) {
      return new LastResort(Optional.empty(), List.of());
    }
    Optional<CarrierKeeper> foreign = CarrierKeeper.foreignFunction(frames, images);
    return new LastResort(
        foreign, foreign.isPresent() ? List.of() : unseen.leftNative(locks, frames));
  }

  /**
   * Whether the JVM enters a monitor for a thread whose code enters none there: that of a class
   * loader, to load a class. The JDK's code is not asked, since an agent may have moved it.
   */
  private boolean waitsForLoader(BlockedThread thread) {
    List<? extends StackFrame> frames = thread.frames();
    if (thread.kind() != PinKind.BLOCKED || frames.isEmpty() || outsideObject(frames) > 0) {
      return false;
    }
    StackFrame frame = frames.get(0);
    if (frame.isNative()) {
      return frame.className().equals("java/lang/Class")
          || frame.className().equals("java/lang/ClassLoader");
    }
    return !frame.jdk()
        && images
            .find(frame)
            .filter(image -> image.fit(frames, 0) != Position.Fit.WRONG)
            .filter(image -> image.enteringIn(frames, 0).isEmpty())
            .isPresent();
  }

  /**
   * The locks that can keep a thread on its carrier if they are none: what it blocks at does so by
   * itself, whether it holds others or not.
   */
  private static List<Hold> blocking(BlockedThread thread, List<Hold> locks) {
    return thread.kind() == PinKind.PARKED
        ? locks
        : locks.stream().limit(1).filter(lock -> lock.use() != MonitorUse.HELD).toList();
  }

  /**
   * What pins a thread besides monitors, or else why no monitor is known. What the stack shows is
   * more than what the JVM says.
   *
   * @param kept what keeps it
   * @param pinnedReason what the JVM says pinned it, empty if it says nothing
   */
  public PinReason reason(BlockedThread thread, KeptCarrier kept, String pinnedReason) {
    if (kept.other().isPresent()) {
      return kept.other().get().kind().reason();
    }
    if (!pinnedReason.isEmpty()) {
      return PinReason.NOT_A_MONITOR;
    }
    if (thread.frames().isEmpty()) {
      return PinReason.NO_STACK;
    }
    if (thread.truncated()) {
      return PinReason.TRUNCATED_STACK;
    }
    boolean areLocks =
        agentConverts && kept.ofClass() != ClassWait.UNKNOWN && unseen.areAllFound(thread.frames());
    return areLocks ? PinReason.ALL_CONVERTED : PinReason.NO_HOLDER;
  }

  /** What keeps a thread on its carrier besides monitors, innermost first. */
  public List<CarrierKeeper> keepers(List<? extends StackFrame> frames) {
    return CarrierKeeper.of(frames, images);
  }

  /**
   * Whether the agent of the JVM has made a lock of a monitor, which pins nothing. What the agent
   * decides by the object is one in most cases, so it is taken for one unless a monitor is needed
   * to explain where the thread is.
   *
   * @param explained whether none is needed: the thread has left its carrier, or something besides
   *     monitors keeps it there
   */
  public boolean isLock(MonitorSite site, boolean explained) {
    Mode mode = site.decision().mode();
    return agentConverts && (mode == Mode.VIRTUAL || explained && mode == Mode.RUNTIME);
  }

  /** Whether a monitor of a stack is such a lock; a monitor that the JVM itself names is not. */
  public boolean isLock(Hold hold, boolean explained) {
    return hold.surety() != Surety.SAID && isLock(hold.site(), explained);
  }

  private List<Hold> withoutLocks(List<Hold> holds, boolean explained) {
    return holds.stream().filter(hold -> !isLock(hold, explained)).toList();
  }

  /**
   * The monitor that a blocked thread wants or waits on, and those it holds; innermost first, of
   * one frame those entered last first. What is a lock for certain does not count.
   */
  public List<Hold> holds(BlockedThread thread) {
    return withoutLocks(seen(withLocks(thread), thread), false);
  }

  private List<Hold> withLocks(BlockedThread thread) {
    PinKind kind = classWait(thread) == ClassWait.NO ? thread.kind() : PinKind.PARKED;
    return holds(kind, thread.frames(), thread.truncated(), thread.monitorClass());
  }

  private List<Hold> seen(List<Hold> holds, BlockedThread thread) {
    return holds.stream().map(hold -> seen(hold, thread)).toList();
  }

  /** What a thread wants or waits on is an object of the class that was seen. */
  private Hold seen(Hold hold, BlockedThread thread) {
    if (hold.use() == MonitorUse.HELD
        || thread.monitorClass().isEmpty()
        || hold.site().decision().mode() != Mode.RUNTIME) {
      return hold;
    }
    return images
        .ofObject(thread.frames().get(hold.depth()), thread.monitorClass())
        .map(hold::decided)
        .orElse(hold);
  }

  private List<Hold> holds(
      PinKind kind, List<? extends StackFrame> frames, boolean truncated, String monitorClass) {
    return switch (kind) {
      case PARKED -> entered(frames, Optional.empty());
      case BLOCKED -> {
        List<Hold> entering = enteringIn(frames);
        Optional<Hold> wanted = entering.stream().findFirst();
        yield with(
            wanted,
            entered(frames, wanted.map(hold -> new Entering(hold.depth(), List.of(hold), true))));
      }
      case WAITING -> {
        List<Hold> waits = waitingIn(frames);
        yield with(
            waits.stream().findFirst(),
            afterWait(waits, entered(frames, Optional.empty()), frames, truncated, monitorClass));
      }
    };
  }

  private static List<Hold> with(Optional<Hold> blocking, List<Hold> held) {
    return Stream.concat(blocking.stream(), held.stream()).toList();
  }

  /**
   * The monitors that a thread has entered, also those that a wait has released since; innermost
   * first, of one frame those entered last first.
   *
   * @param entering what it may be about to enter, which does not count
   */
  public List<Hold> entered(List<? extends StackFrame> frames, Optional<Entering> entering) {
    List<Hold> entered = new ArrayList<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      boolean here = entering.isPresent() && entering.get().depth() == depth;
      entered.addAll(here ? enteredBefore(frames, entering.get()) : heldIn(frames, depth));
    }
    return entered;
  }

  private List<Hold> enteredBefore(List<? extends StackFrame> frames, Entering entering) {
    List<Hold> sites = entering.sites();
    if (!entering.certain()) {
      // At the entry of a monitor, a thread that waits looks like one that has it already.
      List<MonitorSite> may = sites.stream().map(Hold::site).toList();
      return heldIn(frames, entering.depth()).stream()
          .map(hold -> may.contains(hold.site()) ? hold.perhaps() : hold)
          .toList();
    }
    return sites.stream()
        .flatMap(site -> heldAt(frames, site).stream())
        .map(hold -> sites.size() == 1 ? hold : hold.perhaps())
        .distinct()
        .toList();
  }

  /** The monitors that one frame holds, those entered last first. */
  private List<Hold> heldIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.heldIn(frames, depth))
        .orElse(List.of());
  }

  /** The monitors that a frame holds which is about to enter one more. */
  private List<Hold> heldAt(List<? extends StackFrame> frames, Hold entering) {
    return images
        .find(frames.get(entering.depth()))
        .map(image -> image.heldAt(entering.site(), entering.surety(), entering.depth()))
        .orElse(List.of());
  }

  /** The sites a thread may block at: in the first frame that is not of {@code Object}. */
  private List<Hold> enteringIn(List<? extends StackFrame> frames) {
    int depth = outsideObject(frames);
    return depth < frames.size() ? enteringIn(frames, depth) : List.of();
  }

  /** The calls of {@code Object.wait} that a thread may be in; none if it is in no such method. */
  public List<Hold> waits(List<? extends StackFrame> frames) {
    return outsideObject(frames) == 0 ? List.of() : waitingIn(frames);
  }

  /** The calls of {@code Object.wait} a waiting thread may be in: behind the JDK's helpers. */
  private List<Hold> waitingIn(List<? extends StackFrame> frames) {
    for (int depth = outsideObject(frames); depth < frames.size(); depth++) {
      List<Hold> waits = waitingIn(frames, depth);
      if (!waits.isEmpty() || !frames.get(depth).jdk()) {
        return waits;
      }
    }
    return List.of();
  }

  private static int outsideObject(List<? extends StackFrame> frames) {
    int depth = 0;
    while (depth < frames.size() && frames.get(depth).className().equals(OBJECT)) {
      depth++;
    }
    return depth;
  }

  /** The sites at which a frame may be about to enter a monitor, the likeliest first. */
  public List<Hold> enteringIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.enteringIn(frames, depth))
        .orElse(List.of());
  }

  /** The calls of {@code Object.wait} that a frame may be in. */
  public List<Hold> waitingIn(List<? extends StackFrame> frames, int depth) {
    return images
        .find(frames.get(depth))
        .map(image -> image.waitingIn(frames, depth))
        .orElse(List.of());
  }

  /**
   * What a thread still holds of what it has entered, if it is in {@code Object.wait}.
   *
   * @param entered innermost first
   */
  public List<Hold> afterWait(
      List<Hold> entered, List<? extends StackFrame> frames, boolean truncated) {
    return outsideObject(frames) == 0
        ? entered
        : afterWait(waits(frames), entered, frames, truncated, "");
  }

  private List<Hold> afterWait(
      List<Hold> waits,
      List<Hold> held,
      List<? extends StackFrame> frames,
      boolean truncated,
      String monitorClass) {
    if (waits.isEmpty()) {
      return release.withoutUnknown(held, monitorClass);
    }
    List<List<Hold>> left =
        waits.stream()
            .map(wait -> release.without(wait, held, frames, truncated, monitorClass))
            .toList();
    return held.stream().map(hold -> leftOf(hold, left)).flatMap(Optional::stream).toList();
  }

  /** What a thread still holds that is in one of several waits. */
  private static Optional<Hold> leftOf(Hold hold, List<List<Hold>> left) {
    if (left.stream().allMatch(each -> each.contains(hold))) {
      return Optional.of(hold);
    }
    return left.stream().anyMatch(each -> each.contains(hold) || each.contains(hold.perhaps()))
        ? Optional.of(hold.perhaps())
        : Optional.empty();
  }

  /** Whether a thread waits for another one to initialize a class. */
  public ClassWait classWait(BlockedThread thread) {
    return thread.ofClass() == ClassWait.UNKNOWN ? classWait(thread.frames()) : thread.ofClass();
  }

  /** The code of the innermost frame tells it of a thread that cannot enter an int array. */
  private ClassWait classWait(List<? extends StackFrame> frames) {
    if (frames.isEmpty()) {
      return ClassWait.UNKNOWN;
    }
    StackFrame frame = frames.get(0);
    return images
        .find(frame)
        .map(image -> image.classWait(frames))
        // No code of the JDK locks int arrays.
        .orElse(images.isMissing(frame) ? ClassWait.UNKNOWN : ClassWait.YES);
  }

  /** Whether frames are of classes that were not found, which may hold further monitors. */
  public boolean mayHideMonitor(List<? extends StackFrame> frames) {
    return frames.stream().anyMatch(unseen::isMissing);
  }

  /** Whether a frame is of a class that the class path has in another version. */
  public boolean isMisfit(List<? extends StackFrame> frames, int depth) {
    return !frames.get(depth).jdk() && unseen.isMisfit(frames, depth);
  }

  /**
   * A frame of the JDK's code that the agent may have moved, and that may hold a monitor: no lines
   * are known to find the place by.
   */
  public <F extends StackFrame> Optional<F> moved(List<F> frames) {
    return unseen.moved(frames);
  }
}
