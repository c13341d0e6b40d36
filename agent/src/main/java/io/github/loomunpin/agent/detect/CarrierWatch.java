// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.install.JdkAccess;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.Allowance;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.LockWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells when no carrier has moved for a while and virtual threads wait for one. A thread that is
 * pinned for ever leaves no event, so this one looks itself, on a platform thread of its own.
 */
final class CarrierWatch extends Thread {

  private static final Set<String> PACKAGES =
      Set.of("java.lang", "jdk.internal.misc", "jdk.internal.vm");

  /** The JVM has no state of its own for the second. */
  private static final String COMPUTES =
      "computes, or waits for a class that another thread initializes";

  private final Instrumentation instrumentation;
  private final Outcome outcome;
  private final DetectionListener listener;
  private final BlameFinder blames;
  private final StandstillBook book;
  private final Runnable write;
  private final MovementWatch movement = new MovementWatch();

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
      outcome.warn("carriers that stand still are not told of: " + t);
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
    Standstill standstill = explain(seen, carried, nowMillis);
    if (!carried.values().stream().allMatch(Thread::isAlive)) {
      // The carriers have moved since: a thread that has ended has no stack to tell of.
      told = false;
      return;
    }
    told = book.explain(standstill, standstill.causes());
    listener.stoodStill(standstill, told);
  }

  private Standstill explain(Standstill standstill, Map<Thread, Thread> carried, long nowMillis) {
    PinBook causes = new PinBook(Allowance.NONE);
    boolean allWait = true;
    boolean oneForLock = false;
    for (Map.Entry<Thread, Thread> each : carried.entrySet()) {
      Carried seen = Carried.of(each.getKey(), each.getValue());
      Blame blame = seen.computes() ? Blame.unknown(COMPUTES) : blames.find(seen.pin());
      causes.add(seen.pin(), blame, standstill.nanos(), nowMillis, seen.name());
      allWait &= seen.waitsForLock() || seen.waitsForMonitor();
      oneForLock |= seen.waitsForLock();
    }
    return standstill.explained(causes.page(), allWait && oneForLock);
  }

  private void moves(long nowNanos) {
    long lasted = book.end(nowNanos);
    listener.movesAgain("carriers move again after " + PinWords.time(lasted), told);
  }

  /**
   * What a virtual thread is doing while it has a carrier.
   *
   * @param computes whether it runs code, and is not blocked
   */
  private record Carried(String name, SeenPin pin, boolean computes) {

    /** Stops the thread for a moment, and no other. */
    static Carried of(Thread carrier, Thread virtual) {
      Thread.State state = carrier.getState();
      List<SeenFrame> frames = new ArrayList<>();
      for (StackTraceElement element : virtual.getStackTrace()) {
        frames.add(frame(element));
      }
      boolean inNative = !frames.isEmpty() && frames.get(0).isNative();
      boolean inObject = !frames.isEmpty() && frames.get(0).className().equals("java/lang/Object");
      boolean computes = state == Thread.State.RUNNABLE && !inNative;
      PinKind kind =
          state == Thread.State.BLOCKED
              ? PinKind.BLOCKED
              : inObject ? PinKind.WAITING : PinKind.PARKED;
      ClassWait ofClass = computes ? ClassWait.NO : ClassWait.seen(kind, frames);
      return new Carried(
          virtual.getName(), new SeenPin(kind, "", ofClass, List.copyOf(frames), false), computes);
    }

    private static SeenFrame frame(StackTraceElement element) {
      return new SeenFrame(
          element.getClassName().replace('.', '/'),
          MovedMethods.inSource(element.getMethodName()),
          "",
          -1,
          element.getLineNumber() < 0 ? -1 : element.getLineNumber(),
          isOfJdk(element.getModuleName()),
          element.isNativeMethod(),
          "");
    }

    /** Whether a module's classes are those of the boot or platform loader. */
    private static boolean isOfJdk(String module) {
      Optional<Module> found =
          module == null ? Optional.empty() : ModuleLayer.boot().findModule(module);
      if (found.isEmpty()) {
        return false;
      }
      ClassLoader loader = found.get().getClassLoader();
      return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    boolean waitsForLock() {
      return pin.kind() == PinKind.PARKED && !computes && LockWait.isIn(pin.frames());
    }

    boolean waitsForMonitor() {
      return pin.kind() == PinKind.BLOCKED && pin.ofClass() != ClassWait.YES;
    }
  }
}
