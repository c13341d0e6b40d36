// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.install.JdkAccess;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.sight.TakenCarriers;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells when no carrier has moved for a while and virtual threads wait for one. A thread that is
 * pinned for ever leaves no event, so this one looks itself, on a platform thread of its own.
 */
final class CarrierWatch extends Thread {

  private static final Set<String> PACKAGES =
      Set.of("java.lang", "jdk.internal.misc", "jdk.internal.vm");

  private final Instrumentation instrumentation;
  private final Outcome outcome;
  private final DetectionListener listener;
  private final BlameFinder blames;
  private final StandstillBook book;
  private final Runnable write;
  private final MovementWatch movement = new MovementWatch();
  private final CarrierCpu cpu = new CarrierCpu();

  /** Whether what goes on was told. */
  private boolean told;

  private volatile boolean ends;

  /**
   * @param blames for this thread alone
   * @param write is run at every look once carriers have stood still: what has changed may not be
   *     due to be written at once
   */
  CarrierWatch(
      Instrumentation instrumentation,
      Outcome outcome,
      DetectionListener listener,
      BlameFinder blames,
      StandstillBook book,
      Runnable write) {
    super(OwnThreads.rootGroup(), null, "loom-unpin carriers", 0, false);
    this.instrumentation = instrumentation;
    this.outcome = outcome;
    this.listener = listener;
    this.blames = blames;
    this.book = book;
    this.write = write;
    setDaemon(true);
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    try {
      watch(looker());
    } catch (Throwable t) {
      outcome.warn("carriers that stand still are not reported: " + t);
    }
  }

  /** Has this thread end soon. */
  void end() {
    ends = true;
    interrupt();
  }

  @SuppressWarnings("unchecked")
  private Supplier<Map<Thread, Thread>> looker() throws ReflectiveOperationException, IOException {
    return (Supplier<Map<Thread, Thread>>)
        JdkAccess.open(Object.class.getModule(), PACKAGES, CarrierLooker.class, instrumentation);
  }

  private void watch(Supplier<Map<Thread, Thread>> carriers) {
    while (!ends) {
      try {
        Thread.sleep(movement.pauseMillis());
        look(carriers.get(), System.nanoTime());
      } catch (InterruptedException | OutOfMemoryError e) {
        // Somebody interrupts all threads, or memory is short: it is tried again.
      }
    }
  }

  private void look(Map<Thread, Thread> carried, long nowNanos) {
    switch (movement.look(carried, nowNanos)) {
      case STOPPED -> stopped(carried, nowNanos);
      case MOVES -> moves(nowNanos);
      case NONE -> {}
    }
    if (book.count() > 0) {
      write.run();
    }
  }

  private void stopped(Map<Thread, Thread> carried, long nowNanos) {
    long nanos = nowNanos - movement.sinceNanos();
    long nowMillis = System.currentTimeMillis();
    Standstill seen = Standstill.unexplained(nowMillis - nanos / 1_000_000, nanos, carried.size());
    // Class loaders may take their time to answer what it comes from.
    book.begin(seen, movement.sinceNanos());
    cpu.measure(carried.keySet());
    Standstill standstill = explain(seen, carried);
    if (!carried.values().stream().allMatch(Thread::isAlive)) {
      // The carriers have moved since: a thread that has ended has no stack to report.
      told = false;
      return;
    }
    told = book.explain(standstill, standstill.text());
    listener.stoodStill(standstill, told);
  }

  private Standstill explain(Standstill standstill, Map<Thread, Thread> carried) {
    List<Standstill.Cause> causes = new ArrayList<>();
    boolean allWait = true;
    boolean oneForLock = false;
    int computing = 0;
    for (Map.Entry<Thread, Thread> each : carried.entrySet()) {
      Thread carrier = each.getKey();
      Carried seen = Carried.of(carrier, each.getValue(), cpu.share(carrier));
      SeenPin pin = seen.pin();
      causes.add(new Standstill.Cause(pin, seen.blame().orElseGet(() -> blames.find(pin))));
      allWait &= seen.waitsForLock() || seen.waitsForMonitor();
      oneForLock |= seen.waitsForLock();
      computing += seen.work() == ThreadWork.COMPUTES ? 1 : 0;
    }
    TakenCarriers work = TakenCarriers.of(computing, carried.size());
    return standstill.explained(causes, allWait && oneForLock, work);
  }

  private void moves(long nowNanos) {
    long lasted = book.end(nowNanos);
    listener.movesAgain("carriers move again after " + PinWords.time(lasted), told);
  }
}
