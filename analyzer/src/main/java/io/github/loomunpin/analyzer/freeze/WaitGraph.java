// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which thread waits for which. */
final class WaitGraph {

  /** A thread that has something, and how surely. */
  private record Owner(ThreadView thread, Surety surety, boolean identified) {}

  /** With more that may be it, nobody is named. */
  private static final int MOST_OWNERS = 3;

  private final Map<String, List<Owner>> owners = new HashMap<>();

  /** The holders of monitors whose object the code does not identify. */
  private final List<Owner> ofAnyObject = new ArrayList<>();

  private final List<ThreadView> runningTasks = new ArrayList<>();
  private final List<WaitEdge> edges = new ArrayList<>();
  private final Map<ThreadView, List<WaitEdge>> from = new IdentityHashMap<>();

  /** Threads that wait for a lock which too many threads may have to name them. */
  private final Set<ThreadView> ofMany = Collections.newSetFromMap(new IdentityHashMap<>());

  private final FrameMatcher matcher;
  private final Notifiers notifiers;
  private final LockOwners lockOwners;

  WaitGraph(List<ThreadView> threads, FrameMatcher matcher) {
    this.matcher = matcher;
    this.notifiers = matcher.notifiers(threads);
    // One of them may be the thread that waits itself.
    this.lockOwners = matcher.lockOwners(threads, MOST_OWNERS + 2);
    threads.forEach(this::index);
    for (ThreadView thread : threads) {
      thread.waits().filter(Waits::needsThread).ifPresent(waits -> connect(thread, waits));
    }
  }

  private void index(ThreadView thread) {
    for (HeldObject held : thread.holds()) {
      switch (held.kind()) {
        case CLASS_INITIALIZER -> own("class " + held.type(), thread, held.surety(), true);
        case MONITOR, CONVERTED -> {
          if (!held.identity().isEmpty()) {
            own("object " + held.identity(), thread, held.surety(), true);
          }
          boolean identified = !held.identity().isEmpty();
          held.site()
              .filter(site -> !identified && MonitorKeys.isAnyObject(site.site()))
              .ifPresent(site -> ofAnyObject.add(new Owner(thread, Surety.POSSIBLE, identified)));
          held.site()
              .ifPresent(
                  site ->
                      MonitorKeys.held(site.site(), matcher::initializedWith)
                          .forEach(key -> own("site " + key, thread, held.surety(), identified)));
        }
        default -> {}
      }
    }
    thread.thread().locks().stream()
        .filter(note -> note.kind() == LockNote.Kind.OWNS)
        .forEach(note -> own("object " + note.identity(), thread, Surety.SAID, true));
    boolean runsTask =
        thread.stack().frames().stream()
            .anyMatch(
                frame ->
                    frame.className().equals("java/util/concurrent/FutureTask")
                            && frame.method().equals("run")
                        || frame
                            .className()
                            .startsWith("java/util/concurrent/CompletableFuture$Async"));
    if (runsTask) {
      runningTasks.add(thread);
    }
  }

  private void own(String what, ThreadView thread, Surety surety, boolean identified) {
    owners.computeIfAbsent(what, w -> new ArrayList<>()).add(new Owner(thread, surety, identified));
  }

  private void connect(ThreadView thread, Waits waits) {
    switch (waits.kind()) {
      case CLASS_INITIALIZATION ->
          connect(
              thread,
              "class " + waits.what(),
              WaitEdge.INITIALIZATION + waits.what(),
              waits.surety());
      case MONITOR, LOCK -> {
        String what = waits.kind() == Waits.Kind.LOCK ? "the lock" : "the monitor";
        if (owners.containsKey("object " + waits.identity())) {
          connect(thread, "object " + waits.identity(), what, Surety.SAID);
        } else if (waits.kind() == Waits.Kind.MONITOR) {
          waits.sites().stream()
              .filter(site -> connectBySite(thread, waits, site.site(), what))
              .findFirst();
        } else {
          waits.caller().ifPresent(caller -> connectByCode(thread, caller, what));
        }
      }
      case NOTIFICATION, SIGNAL -> connectToGivers(thread, waits);
      case TASK -> {
        if (!connectToGivers(thread, waits)
            && runningTasks.size() == 1
            && runningTasks.getFirst() != thread) {
          add(new WaitEdge(thread, runningTasks.getFirst(), WaitEdge.TASK, Surety.POSSIBLE));
        }
      }
      default -> {}
    }
  }

  /** Whether somebody is known who may give what is waited for. */
  private boolean connectToGivers(ThreadView thread, Waits waits) {
    List<ThreadView> may = notifiers.of(waits);
    if (may.size() <= MOST_OWNERS) {
      String what = notifiers.what(waits);
      may.forEach(other -> add(new WaitEdge(thread, other, what, Surety.POSSIBLE)));
    }
    return !may.isEmpty();
  }

  /** Some dumps name the objects of platform threads alone: who has another one is not it. */
  private boolean connectBySite(ThreadView thread, Waits waits, MonitorSite site, String what) {
    boolean identified = !waits.identity().isEmpty();
    Map<ThreadView, Owner> holding = new LinkedHashMap<>();
    for (String key : MonitorKeys.wanted(site, matcher::initializedWith)) {
      for (Owner owner : owners.getOrDefault("site " + key, List.of())) {
        if (owner.thread() != thread && !(identified && owner.identified())) {
          holding.putIfAbsent(owner.thread(), owner);
        }
      }
    }
    boolean sure = holding.size() == 1 && MonitorKeys.isOneObject(site) && isExact(site, holding);
    if (!sure) {
      addOfAnyObject(thread, holding);
    }
    if (holding.size() <= MOST_OWNERS) {
      for (Owner owner : holding.values()) {
        Surety surety = sure ? owner.surety() : Surety.POSSIBLE;
        add(new WaitEdge(thread, owner.thread(), what, surety));
      }
    }
    return !holding.isEmpty() && holding.size() <= MOST_OWNERS;
  }

  /** Adds who may hold it too, unless there are too many to name them. */
  private void addOfAnyObject(ThreadView thread, Map<ThreadView, Owner> holding) {
    Map<ThreadView, Owner> all = new LinkedHashMap<>(holding);
    for (Owner owner : ofAnyObject) {
      if (owner.thread() != thread && all.size() <= MOST_OWNERS) {
        all.putIfAbsent(owner.thread(), owner);
      }
    }
    if (all.size() <= MOST_OWNERS) {
      holding.putAll(all);
    }
  }

  /** Whether who holds a monitor has it from a site that is written alike. */
  private boolean isExact(MonitorSite site, Map<ThreadView, Owner> holding) {
    return owners.getOrDefault("site " + MonitorKeys.exact(site), List.of()).stream()
        .anyMatch(owner -> holding.containsKey(owner.thread()));
  }

  private void connectByCode(ThreadView thread, Frame caller, String what) {
    List<ThreadView> holding =
        lockOwners.of(caller).stream().filter(other -> other != thread).toList();
    if (holding.size() <= MOST_OWNERS) {
      holding.forEach(owner -> add(new WaitEdge(thread, owner, what, Surety.POSSIBLE)));
    } else {
      ofMany.add(thread);
    }
  }

  private void connect(ThreadView thread, String key, String what, Surety surety) {
    owners.getOrDefault(key, List.of()).stream()
        .filter(owner -> owner.thread() != thread)
        .findFirst()
        .ifPresent(
            owner ->
                add(new WaitEdge(thread, owner.thread(), what, surety.weaker(owner.surety()))));
  }

  private void add(WaitEdge edge) {
    edges.add(edge);
    from.computeIfAbsent(edge.waiter(), w -> new ArrayList<>()).add(edge);
  }

  /** Whether threads are known which may have the lock that a thread waits for. */
  boolean mayBeHeld(ThreadView thread) {
    return !from(thread).isEmpty() || ofMany.contains(thread);
  }

  /** Whether the lock that a thread waits for may be had by one whose stack does not tell. */
  boolean mayBeHeldUnseen(ThreadView thread) {
    return thread.waits().flatMap(Waits::caller).filter(lockOwners::mayBeUnseen).isPresent();
  }

  List<WaitEdge> edges() {
    return edges;
  }

  /** The waits of a thread; several if each of their owners may have what it waits for. */
  List<WaitEdge> from(ThreadView thread) {
    return from.getOrDefault(thread, List.of());
  }
}
