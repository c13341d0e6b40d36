// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/**
 * Helps virtual threads for which there is no carrier, while all carriers stand still or are busy.
 *
 * <p>A virtual thread that blocks while it holds a native monitor keeps its carrier; with one of
 * our locks it gives it up. If threads that are pinned, by monitors of the JDK say, then fill the
 * carriers and wait for it, it would never get one back: a deadlock that the program did not have.
 * (Programs that use {@code java.util.concurrent.locks} have it.) The same happens if threads that
 * compute for long, or spin until it has done something, fill the carriers.
 *
 * <p>So who has one of our locks, or was woken in one, is run out of turn ({@link UnpinTurns}),
 * first those that others wait for. That is what the thread natively had: a platform thread, at any
 * time. More carriers would not do, because each takes the thread that has queued for the longest
 * time, which may want the lock as well, and there are never more carriers than {@code
 * jdk.virtualThreadScheduler.maxPoolSize}, 256 unless set. For the others carriers are added, but
 * later: they would have to wait natively, and the owner of a lock often lets them go. Added
 * carriers are given back when they have not been needed for a while.
 *
 * <p>Nothing is looked for unless there was work at the last look, is work now, and no carrier has
 * taken any in between.
 */
final class UnpinCarriers {

  /** The time between two looks: while something runs, and while nothing does. */
  private static final long BUSY_NANOS = 25_000_000;

  private static final long IDLE_NANOS = 100_000_000;

  /**
   * The time between two looks after the agent has run a thread out of turn that a carrier waited
   * for. Such threads meet again soon, and the carrier waits until the agent looks.
   */
  private static final long ALERT_NANOS = 2_000_000;

  /** How long the agent looks that often. */
  private static final long ALERT_FOR_NANOS = 1_000_000_000;

  /**
   * For how long nothing may move before threads are run out of turn that no carrier waits for. A
   * thread in a lock is to wait for 100 ms at most while others compute.
   */
  private static final long OWNER_NANOS = 50_000_000;

  /** For how long nothing may move before a carrier is added, if all carriers are blocked. */
  private static final long ALL_BLOCKED_NANOS = 100_000_000;

  /**
   * For how long nothing may move before a carrier is added, if only some carriers are known to be
   * blocked. The others may be busy, but waiting for a class initializer looks the same.
   */
  private static final long SOME_BLOCKED_NANOS = 500_000_000;

  /**
   * For how long nothing may move before a carrier is added, while nobody is blocked, or only until
   * a thread is done that runs, and those who need a carrier first are run out of turn.
   */
  private static final long BUSY_CARRIERS_NANOS = 2_000_000_000;

  private static final long TELL_NANOS = 1_000_000_000;
  private static final long KEEP_NANOS = 10_000_000_000L;
  private static final int DEFAULT_MAX_CARRIERS = 256;

  /**
   * At most so small a part of the time is spent on looking for starved threads while carriers move
   * and while none does.
   */
  private static final int REST = 50;

  private static final int REST_STILL = 4;

  /** The JDK's scheduler, once there are virtual threads. */
  private ForkJoinPool pool;

  /** Makes the pool look at its parallelism; setting it does not, and submitting not always. */
  private Method signalWork;

  /** The parallelism that was asked for, and the one set in its place; equal if none was. */
  private int asked;

  private int raised;
  private long lastNeeded;

  private UnpinTurns turns;
  private UnpinStarvation starvation;
  private UnpinCarried carried;

  /** What was seen at the last look. */
  private boolean hadWork;

  private long stealsThen;

  /** Whether the carriers run what they ran at the last look, and since when they do. */
  private boolean still;

  private long stillSince;

  /** Since when each look has found all carriers blocked; 0 if the last one has not. */
  private long blockedSince;

  /** Since when no carrier has taken anything; 0 if one has. */
  private long idleSince;

  /** Whether this was told, and whether a thread was run out of turn since then. */
  private boolean told;

  private boolean served;

  /** Whether it was too early to look for starved threads once more. */
  private boolean refused;

  private long addedAt = System.nanoTime() - KEEP_NANOS;

  /** When a thread was last run out of turn that a carrier waited for. */
  private long neededAt = System.nanoTime() - KEEP_NANOS;

  /** How many carriers to add next, and how many threads to run out of turn. */
  private int more = 1;

  private int mostTurns = 1;

  /**
   * Looks once, and helps if nothing moves.
   *
   * @throws ReflectiveOperationException if this JDK schedules virtual threads in another way
   * @throws ClassCastException likewise
   */
  void look() throws ReflectiveOperationException {
    if (pool == null && !findPool()) {
      return;
    }
    long now = System.nanoTime();
    if (tookNothing()) {
      help(now);
    } else {
      moves();
    }
    if (raised != asked && now - lastNeeded > KEEP_NANOS) {
      if (pool.getParallelism() == raised) {
        pool.setParallelism(asked);
      }
      raised = asked;
    }
  }

  /** For how long not to look again, unless a thread that was run out of turn is done before. */
  long pauseNanos() {
    if (pool == null || !hadWork && pool.getActiveThreadCount() == 0) {
      return IDLE_NANOS;
    }
    if (System.nanoTime() - neededAt < ALERT_FOR_NANOS) {
      return ALERT_NANOS;
    }
    return still && refused ? Math.min(BUSY_NANOS, starvation.restNanos(REST_STILL)) : BUSY_NANOS;
  }

  /** Whether the JDK has not set virtual threads up yet, for which it reads properties. */
  static boolean hasNoVirtualThreads() throws ClassNotFoundException {
    return Unsafe.getUnsafe()
        .shouldBeInitialized(Class.forName("java.lang.VirtualThread", false, null));
  }

  /** False while there are no virtual threads. */
  private boolean findPool() throws ReflectiveOperationException {
    if (hasNoVirtualThreads()) {
      return false;
    }
    Class<?> virtualThread = Class.forName("java.lang.VirtualThread", false, null);
    Field scheduler = virtualThread.getDeclaredField("DEFAULT_SCHEDULER");
    scheduler.setAccessible(true);
    signalWork = ForkJoinPool.class.getDeclaredMethod("signalWork");
    signalWork.setAccessible(true);
    ForkJoinPool found = (ForkJoinPool) scheduler.get(null);
    turns = new UnpinTurns(found);
    starvation = new UnpinStarvation(turns);
    carried = new UnpinCarried(found);
    pool = found;
    return true;
  }

  /** Whether there was work at the last look already, and no carrier has taken any since. */
  private boolean tookNothing() {
    long steals = pool.getStealCount();
    boolean work = pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
    boolean nothing = work && hadWork && steals == stealsThen;
    hadWork = work;
    stealsThen = steals;
    return nothing;
  }

  private void moves() {
    still = false;
    idleSince = 0;
    blockedSince = 0;
    refused = false;
    more = 1;
    mostTurns = 1;
    carried.forget();
    starvation.forget();
  }

  private void help(long now) throws ReflectiveOperationException {
    idleSince = idleSince == 0 ? now : idleSince;
    boolean same = carried.isSame();
    if (same && !still) {
      stillSince = now;
      told = false;
      served = false;
      mostTurns = 1;
    }
    still = same;
    if (carried.blocked() < carried.count()) {
      blockedSince = 0;
    } else if (blockedSince == 0) {
      blockedSince = now;
    }
    refused = !starvation.look(still ? REST_STILL : REST, carried);
    boolean helpless = !refused && starvation.isAny() && isTurn(now) && !runOutOfTurn(now);
    if (helpless ? now - addedAt >= IDLE_NANOS : still && isLongEnough(now) || isAsleep(now)) {
      add(now);
    }
    if (still && !told && now - stillSince >= TELL_NANOS && isWorthTelling()) {
      told = true;
      UnpinAgentLink.agent()
          .standsStill(now - stillSince, carried.count(), starvation.mounted(carried));
    }
  }

  /**
   * Whether threads in our locks are to be run out of turn. Where carriers only wait for each
   * other, as for a class that one of them loads, more threads would run into the same.
   */
  private boolean isTurn(long now) {
    long nanos = carried.blocked() == 0 ? OWNER_NANOS : SOME_BLOCKED_NANOS;
    return starvation.isNeeded() || now - idleSince >= nanos;
  }

  /** False if some of those who cannot wait may have to. */
  private boolean runOutOfTurn(long now) {
    // While carriers move or compute, one at a time: it would have had its turn. One that takes
    // long may wait for what another owner does, which none of the carriers may ever run.
    boolean stuck = still && (starvation.isNeeded() || now - stillSince >= SOME_BLOCKED_NANOS);
    int most = stuck ? mostTurns : Math.max(0, 1 - turns.givenSince(now - SOME_BLOCKED_NANOS));
    mostTurns = stuck ? Math.min(2 * mostTurns, UnpinTurns.MOST) : mostTurns;
    List<Thread> found = starvation.found();
    for (int i = 0; i < found.size() && i < most; i++) {
      if (!turns.give(found.get(i), Thread.currentThread())) {
        return false;
      }
      served = true;
      neededAt = starvation.isNeeded() ? now : neededAt;
    }
    return !starvation.isUnknown();
  }

  /** Whether nothing moves for so long that those have to be served who have none of our locks. */
  private boolean isLongEnough(long now) {
    long since = stillSince;
    long nanos;
    if (!starvation.isNeeded()) {
      if (carried.blocked() == 0 && !starvation.isAny()) {
        return false;
      }
      nanos = BUSY_CARRIERS_NANOS;
    } else if (carried.blocked() < carried.count() || served) {
      nanos = SOME_BLOCKED_NANOS;
    } else {
      since = Math.max(stillSince, blockedSince);
      nanos = more == 1 ? ALL_BLOCKED_NANOS : BUSY_NANOS;
    }
    return now - since >= nanos && now - addedAt >= nanos;
  }

  /**
   * Whether carriers have nothing to run although there is work, for so long that the scheduler may
   * have missed to wake them (JDK-8351933, JDK-8373118).
   */
  private boolean isAsleep(long now) {
    return carried.count() < pool.getParallelism()
        && now - idleSince >= TELL_NANOS
        && now - addedAt >= TELL_NANOS;
  }

  /**
   * Whether it is not only that carriers are busy, which is not a standstill, as is waiting for a
   * class that one of them loads.
   */
  private boolean isWorthTelling() {
    return starvation.isNeeded() || starvation.isAny() && !served;
  }

  private void add(long now) throws ReflectiveOperationException {
    int parallelism = pool.getParallelism();
    if (parallelism != raised) {
      asked = parallelism;
    }
    int most = Integer.getInteger("jdk.virtualThreadScheduler.maxPoolSize", DEFAULT_MAX_CARRIERS);
    int wanted = Math.min(parallelism + more, most);
    addedAt = now;
    if (wanted <= parallelism) {
      return;
    }
    more *= 2;
    pool.setParallelism(wanted);
    raised = wanted;
    lastNeeded = now;
    signalWork.invoke(pool);
    UnpinAgentLink.agent().addedCarriers(wanted - parallelism);
  }
}
