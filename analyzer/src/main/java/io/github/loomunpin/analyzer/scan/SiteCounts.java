// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.stream.Stream;

/**
 * How many sites there are of each kind, and what happens to those that enter a monitor.
 *
 * @param synchronizedMethods methods with the flag, static ones included
 * @param staticSynchronizedMethods those that are static
 * @param blocks monitorenter instructions
 * @param converted of the entering sites, those the agent converts
 * @param keptNative of the entering sites, those it leaves to the JVM
 * @param decidedAtRunTime of the entering sites, those that depend on the object they meet
 */
public record SiteCounts(
    int synchronizedMethods,
    int staticSynchronizedMethods,
    int blocks,
    int waits,
    int notifies,
    int holdsLock,
    int timedWaits,
    int converted,
    int keptNative,
    int decidedAtRunTime) {

  public static final SiteCounts NONE = new SiteCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public static SiteCounts of(Stream<MonitorSite> sites) {
    return sites.map(SiteCounts::of).reduce(NONE, SiteCounts::plus);
  }

  private static SiteCounts of(MonitorSite site) {
    boolean enters = site.kind().enters();
    Mode mode = site.decision().mode();
    int method = 0;
    int staticMethod = 0;
    int block = 0;
    int wait = 0;
    int notify = 0;
    int holds = 0;
    int timed = 0;
    switch (site.kind()) {
      case SYNC_METHOD -> method = 1;
      case STATIC_SYNC_METHOD -> {
        method = 1;
        staticMethod = 1;
      }
      case BLOCK -> block = 1;
      case WAIT -> wait = 1;
      case NOTIFY, NOTIFY_ALL -> notify = 1;
      case HOLDS_LOCK -> holds = 1;
      case TIMED_WAIT -> timed = 1;
    }
    return new SiteCounts(
        method,
        staticMethod,
        block,
        wait,
        notify,
        holds,
        timed,
        enters && mode == Mode.VIRTUAL ? 1 : 0,
        enters && mode == Mode.NATIVE ? 1 : 0,
        enters && mode == Mode.RUNTIME ? 1 : 0);
  }

  /** Sites that enter a monitor. */
  public int total() {
    return synchronizedMethods + blocks;
  }

  public SiteCounts plus(SiteCounts other) {
    return new SiteCounts(
        synchronizedMethods + other.synchronizedMethods,
        staticSynchronizedMethods + other.staticSynchronizedMethods,
        blocks + other.blocks,
        waits + other.waits,
        notifies + other.notifies,
        holdsLock + other.holdsLock,
        timedWaits + other.timedWaits,
        converted + other.converted,
        keptNative + other.keptNative,
        decidedAtRunTime + other.decidedAtRunTime);
  }
}
