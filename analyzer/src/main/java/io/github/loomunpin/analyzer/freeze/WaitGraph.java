// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which thread waits for which. */
final class WaitGraph {

  /** A thread that has something, and how surely. */
  private record Owner(ThreadView thread, Evidence evidence) {}

  private final Map<String, List<Owner>> owners = new HashMap<>();
  private final List<ThreadView> runningTasks = new ArrayList<>();
  private final List<WaitEdge> edges = new ArrayList<>();
  private final Map<ThreadView, List<WaitEdge>> from = new IdentityHashMap<>();

  WaitGraph(List<ThreadView> threads) {
    threads.forEach(this::index);
    for (ThreadView thread : threads) {
      thread.waits().filter(Waits::needsThread).ifPresent(waits -> connect(thread, waits));
    }
  }

  private void index(ThreadView thread) {
    for (Held held : thread.holds()) {
      switch (held.kind()) {
        case CLASS_INITIALIZER -> own("class " + held.type(), thread, held.evidence());
        case MONITOR, CONVERTED -> {
          if (!held.identity().isEmpty()) {
            own("object " + held.identity(), thread, held.evidence());
          }
          held.site().ifPresent(site -> own("site " + key(site.site()), thread, held.evidence()));
        }
        default -> {}
      }
    }
    thread.thread().locks().stream()
        .filter(note -> note.kind() == LockNote.Kind.OWNS)
        .forEach(note -> own("object " + note.identity(), thread, Evidence.SAID));
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

  private void own(String what, ThreadView thread, Evidence evidence) {
    owners.computeIfAbsent(what, w -> new ArrayList<>()).add(new Owner(thread, evidence));
  }

  /** What two sites have in common that may lock the same object. */
  static String key(MonitorSite site) {
    if (site.kind() == SiteKind.SYNC_METHOD || site.operand().kind() == OperandValue.Kind.THIS) {
      return "this " + site.owner();
    }
    return switch (site.operand().kind()) {
      case CLASS_LITERAL, STATIC_FIELD, FIELD ->
          site.operand().name() + " " + site.operand().type();
      default -> site.owner() + " " + site.operand().describe();
    };
  }

  /** Whether equal keys mean the same object. */
  private static boolean isOneObject(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.CLASS_LITERAL
        || site.operand().kind() == OperandValue.Kind.STATIC_FIELD;
  }

  private void connect(ThreadView thread, Waits waits) {
    switch (waits.kind()) {
      case CLASS_INITIALIZATION ->
          connect(
              thread,
              "class " + waits.what(),
              "the initialisation of " + waits.what(),
              waits.evidence());
      case MONITOR, LOCK -> {
        String what = waits.kind() == Waits.Kind.LOCK ? "the lock" : "the monitor";
        if (!waits.identity().isEmpty()) {
          connect(thread, "object " + waits.identity(), what, Evidence.SAID);
        } else {
          waits.sites().stream()
              .filter(site -> connectBySite(thread, site.site(), what))
              .findFirst();
        }
      }
      case TASK -> {
        if (runningTasks.size() == 1 && runningTasks.getFirst() != thread) {
          add(new WaitEdge(thread, runningTasks.getFirst(), "a task", Evidence.POSSIBLE));
        }
      }
      default -> {}
    }
  }

  private boolean connectBySite(ThreadView thread, MonitorSite site, String what) {
    List<Owner> holding =
        owners.getOrDefault("site " + key(site), List.of()).stream()
            .filter(owner -> owner.thread() != thread)
            .toList();
    if (holding.size() == 1) {
      Evidence evidence = isOneObject(site) ? holding.getFirst().evidence() : Evidence.POSSIBLE;
      add(new WaitEdge(thread, holding.getFirst().thread(), what, evidence));
    }
    return holding.size() == 1;
  }

  private void connect(ThreadView thread, String key, String what, Evidence evidence) {
    owners.getOrDefault(key, List.of()).stream()
        .filter(owner -> owner.thread() != thread)
        .findFirst()
        .ifPresent(
            owner ->
                add(new WaitEdge(thread, owner.thread(), what, evidence.weaker(owner.evidence()))));
  }

  private void add(WaitEdge edge) {
    edges.add(edge);
    from.computeIfAbsent(edge.waiter(), w -> new ArrayList<>()).add(edge);
  }

  List<WaitEdge> edges() {
    return edges;
  }

  /** A circle, if there is one; of several one without guesses. */
  List<WaitEdge> circle() {
    Optional<List<WaitEdge>> guessed = Optional.empty();
    Set<ThreadView> done = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
    for (WaitEdge edge : edges) {
      Optional<List<WaitEdge>> circle = circleFrom(edge.waiter(), done);
      if (circle.isPresent()) {
        if (circle.get().stream().noneMatch(e -> e.evidence() == Evidence.POSSIBLE)) {
          return circle.get();
        }
        guessed = guessed.isPresent() ? guessed : circle;
      }
    }
    return guessed.orElse(List.of());
  }

  /** A thread waits in one place, so there is one way to go from each. */
  private Optional<List<WaitEdge>> circleFrom(ThreadView start, Set<ThreadView> done) {
    List<WaitEdge> way = new ArrayList<>();
    Map<ThreadView, Integer> steps = new IdentityHashMap<>();
    ThreadView at = start;
    while (from.containsKey(at) && !done.contains(at) && !steps.containsKey(at)) {
      steps.put(at, way.size());
      WaitEdge next = from.get(at).getFirst();
      way.add(next);
      at = next.owner();
    }
    Optional<List<WaitEdge>> circle =
        steps.containsKey(at)
            ? Optional.of(List.copyOf(way.subList(steps.get(at), way.size())))
            : Optional.empty();
    done.addAll(new HashSet<>(steps.keySet()));
    return circle;
  }
}
