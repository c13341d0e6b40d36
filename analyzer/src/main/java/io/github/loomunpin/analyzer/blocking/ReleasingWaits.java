// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.MethodRef;
import io.github.loomunpin.analyzer.calls.OwnObjects;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Which lock a path gives up where it ends in {@code wait}. */
final class ReleasingWaits {

  /** A line of a method that waits, and on what. */
  private record Wait(MethodRef ref, int line, Lock lock) {}

  private final Set<Wait> waits = new HashSet<>();
  private final OwnObjects objects;

  /**
   * @param sites all of the class path
   */
  ReleasingWaits(List<SitePlace> sites, Function<MonitorSite, Lock> lockOf, OwnObjects objects) {
    this.objects = objects;
    for (SitePlace place : sites) {
      MonitorSite site = place.site();
      if (site.kind() == SiteKind.WAIT) {
        MethodRef ref = new MethodRef(site.owner(), site.method(), site.descriptor());
        waits.add(new Wait(ref, site.line(), lockOf.apply(site)));
      }
    }
  }

  /** Whether a path ends in a wait on that lock, or on what a method is given that waits on it. */
  boolean giveUp(BlockingPath path, Lock lock) {
    if (path.kind() != BlockingKind.WAIT) {
      return false;
    }
    int last = path.steps().size() - 1;
    Step waiter = path.steps().get(last - 1);
    if (waits.contains(new Wait(method(waiter), waiter.line(), lock))) {
      return true;
    }
    if (last == 1) {
      return false;
    }
    Step caller = path.steps().get(last - 2);
    return objects
        .givenReceiver(
            method(caller), caller.line(), method(waiter), waiter.line(), path.last().method())
        .map(own -> Lock.of(own).equals(lock))
        .orElse(false);
  }

  private static MethodRef method(Step step) {
    return new MethodRef(step.owner(), step.method(), step.descriptor());
  }
}
