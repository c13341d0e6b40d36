// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Optional;

/**
 * Pins of threads that waited for another one: to leave a monitor, to notify an object, or to
 * initialize a class.
 *
 * @param other the thread that the longest of them waited for
 * @param doing what that thread was blocked in, if anything of it was recorded
 * @param waitedAt the site at which the pinned threads waited, unless it is the finding's own
 * @param behind the site by which a thread held the monitor of {@code waitedAt} that could not
 *     enter one itself, if the other thread held only that one
 * @param initializer the static initializer in which the other thread was, if they waited for a
 *     class
 * @param notified whether they were in {@code Object.wait}, and the other thread notified them
 * @param perhaps whether the other thread held another monitor that may be meant just as well
 * @param several whether other threads than this one did the same
 */
public record Contention(
    OtherThread other,
    Optional<BlockedIn> doing,
    Optional<MonitorSite> waitedAt,
    Optional<MonitorSite> behind,
    Optional<Initializer> initializer,
    boolean notified,
    boolean perhaps,
    boolean several,
    PinTally tally) {

  boolean isSameAs(Contention second) {
    return waitedAt.equals(second.waitedAt)
        && behind.equals(second.behind)
        && initializer.equals(second.initializer)
        && notified == second.notified
        && perhaps == second.perhaps
        && doing.isPresent() == second.doing.isPresent()
        && (doing.isEmpty() || doing.get().isSameAs(second.doing.get()));
  }

  Contention plus(Contention second) {
    OtherThread longest = second.tally.longestNanos() > tally.longestNanos() ? second.other : other;
    boolean differ = several || second.several || other.id() != second.other.id();
    return new Contention(
        longest,
        doing,
        waitedAt,
        behind,
        initializer,
        notified,
        perhaps,
        differ,
        tally.plus(second.tally));
  }
}
