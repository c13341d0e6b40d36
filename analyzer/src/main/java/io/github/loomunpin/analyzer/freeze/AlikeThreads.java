// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Threads that hold the same and wait for the same, at the same places. */
public record AlikeThreads(List<ThreadView> threads) {

  private record Key(List<Object> held, List<Object> waits) {}

  public ThreadView first() {
    return threads.getFirst();
  }

  /** Largest group first, else in the order of the dump. */
  public static List<AlikeThreads> of(List<ThreadView> threads) {
    Map<Key, List<ThreadView>> groups = new LinkedHashMap<>();
    for (ThreadView thread : threads) {
      groups.computeIfAbsent(key(thread), k -> new ArrayList<>()).add(thread);
    }
    return groups.values().stream()
        .map(AlikeThreads::new)
        .sorted((a, b) -> b.threads().size() - a.threads().size())
        .toList();
  }

  private static Key key(ThreadView thread) {
    List<Object> held = new ArrayList<>();
    thread.holds().forEach(h -> held.addAll(List.of(h.kind(), h.frame(), h.site())));
    Optional<Waits> waits = thread.waits();
    return new Key(
        held,
        waits.isEmpty()
            ? List.of(thread.caller())
            : List.of(waits.get().kind(), waits.get().what(), waits.get().caller()));
  }
}
