// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Collects gaps from any thread; each is kept once, in the order of its place. */
public final class Gaps {

  private static final Comparator<Gap> IN_ORDER =
      Comparator.comparing(Gap::where).thenComparing(Gap::what);

  private final Queue<Gap> gaps = new ConcurrentLinkedQueue<>();

  public void unreadable(String where, String what) {
    gaps.add(Gap.unreadable(where, what));
  }

  public void unreadable(String where, Exception failure) {
    unreadable(where, Gap.reason(failure));
  }

  public void add(Gap gap) {
    gaps.add(gap);
  }

  public List<Gap> toList() {
    return gaps.stream().distinct().sorted(IN_ORDER).toList();
  }
}
