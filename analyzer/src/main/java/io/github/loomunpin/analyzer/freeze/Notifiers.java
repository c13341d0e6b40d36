// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.pin.Frame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which threads may be about to notify an object: those in a method that does so further on, or
 * that calls one which does. Others may, that have not come there yet.
 */
final class Notifiers {

  private final List<ThreadView> threads;
  private final FrameMatcher matcher;

  Notifiers(List<ThreadView> threads, FrameMatcher matcher) {
    this.threads = threads;
    this.matcher = matcher;
  }

  List<ThreadView> of(ThreadView waiter, Waits waits) {
    Set<String> keys = keys(waits);
    return threads.stream()
        .filter(thread -> thread != waiter && !waitsForTheSame(thread, keys))
        .filter(thread -> mayNotify(thread.stack().frames(), keys))
        .toList();
  }

  private static Set<String> keys(Waits waits) {
    return waits.sites().stream()
        .map(site -> MonitorKeys.exact(site.site()))
        .collect(Collectors.toSet());
  }

  private static boolean waitsForTheSame(ThreadView thread, Set<String> keys) {
    return thread
        .waits()
        .filter(waits -> waits.kind() == Waits.Kind.NOTIFICATION)
        .filter(waits -> keys(waits).stream().anyMatch(keys::contains))
        .isPresent();
  }

  private boolean mayNotify(List<Frame> frames, Set<String> keys) {
    for (int depth = 0; depth < frames.size(); depth++) {
      Optional<Frame> called = depth == 0 ? Optional.empty() : Optional.of(frames.get(depth - 1));
      if (!frames.get(depth).jdk() && matcher.notifiesLater(frames.get(depth), called, keys)) {
        return true;
      }
    }
    return false;
  }
}
