// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.ThreadLog.Activity;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.CarrierUse.Loss;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many carriers pins blocked at a time. For a virtual thread in {@code Object.wait} the
 * scheduler of JDK 21 adds a carrier, as long as there are fewer than its maximum, so these are
 * counted apart.
 */
final class CarrierLoad {

  /** More do not fit on a screen. */
  private static final int MOST_STEPS = 400;

  private static final int MOST_LOSSES = 10;
  private static final int MOST_GROUPS = 20;

  /** A pin begins a moment after the carrier is taken, and ends a moment before it is free. */
  private static final double ALMOST = 0.97;

  /** Shorter ones are not a freeze. */
  private static final long SHORTEST_LOSS_NANOS = 20_000_000;

  private final LoadCurve parked;
  private final LoadCurve blocked;
  private final LoadCurve waiting;

  CarrierLoad(long origin) {
    parked = new LoadCurve(origin);
    blocked = new LoadCurve(origin);
    waiting = new LoadCurve(origin);
  }

  void add(PinCause cause, Stack stack, long start, long end) {
    curve(cause, stack).add(start, end);
  }

  private LoadCurve curve(PinCause cause, Stack stack) {
    return switch (cause.kind()) {
      case PARKED -> parked;
      case BLOCKED -> blocked;
      case WAITING -> cause.waitsForClass(stack) ? blocked : waiting;
    };
  }

  CarrierUse use(Jvm jvm, ThreadLog log) {
    long step = Math.max(parked.stepNanos(), Math.max(blocked.stepNanos(), waiting.stepNanos()));
    List.of(parked, blocked, waiting).forEach(curve -> curve.widenTo(step));
    int steps = Math.max(parked.steps(), jvm.monitorsPin() ? otherSteps() : 0);
    List<TimeSpan> losses = losses(jvm, steps);
    return new CarrierUse(
        jvm.carriers(),
        ThreadLog.instant(parked.origin()),
        step * perStep(steps),
        lost(jvm, steps),
        losses.stream()
            .sorted(Comparator.comparingLong(TimeSpan::nanos).reversed())
            .limit(MOST_LOSSES)
            .map(span -> new Loss(span, pins(span, jvm, log)))
            .toList(),
        losses.size(),
        losses.stream().mapToLong(TimeSpan::nanos).sum());
  }

  private int otherSteps() {
    return Math.max(blocked.steps(), waiting.steps());
  }

  private static int perStep(int steps) {
    return Math.max(1, (steps + MOST_STEPS - 1) / MOST_STEPS);
  }

  private List<Double> lost(Jvm jvm, int steps) {
    int perStep = perStep(steps);
    List<Double> lost = new ArrayList<>();
    for (int from = 0; from < steps; from += perStep) {
      double sum = 0;
      for (int i = from; i < Math.min(steps, from + perStep); i++) {
        sum += taken(i, jvm) + (jvm.monitorsPin() ? waiting.at(i) : 0);
      }
      lost.add(sum / perStep);
    }
    return lost;
  }

  /** Carriers that nothing stands in for. */
  private double taken(int step, Jvm jvm) {
    return parked.at(step) + (jvm.monitorsPin() ? blocked.at(step) : 0);
  }

  private List<TimeSpan> losses(Jvm jvm, int steps) {
    List<TimeSpan> losses = new ArrayList<>();
    if (jvm.carriers() == 0) {
      return losses;
    }
    int from = -1;
    for (int i = 0; i <= steps; i++) {
      boolean none = i < steps && isNoneLeft(i, jvm);
      if (none && from < 0) {
        from = i;
      } else if (!none && from >= 0) {
        TimeSpan span = new TimeSpan(ThreadLog.instant(at(from)), ThreadLog.instant(at(i)));
        if (span.nanos() >= SHORTEST_LOSS_NANOS) {
          losses.add(span);
        }
        from = -1;
      }
    }
    return losses;
  }

  private boolean isNoneLeft(int step, Jvm jvm) {
    double taken = taken(step, jvm);
    double all = taken + (jvm.monitorsPin() ? waiting.at(step) : 0);
    return taken >= ALMOST * jvm.carriers() || all >= ALMOST * jvm.mostCarriers();
  }

  private long at(int step) {
    return parked.origin() + step * parked.stepNanos();
  }

  private static List<PinGroup> pins(TimeSpan span, Jvm jvm, ThreadLog log) {
    long from = ThreadLog.nanos(span.start());
    long to = ThreadLog.nanos(span.end());
    Map<Integer, PinTally> tallies = new LinkedHashMap<>();
    IntervalStore spans = log.spans();
    for (int i = 0; i < spans.size(); i++) {
      if (spans.start(i) < to && spans.end(i) > from && pins(log.deed(spans.what(i)), jvm)) {
        TimeSpan part =
            new TimeSpan(
                ThreadLog.instant(Math.max(from, spans.start(i))),
                ThreadLog.instant(Math.min(to, spans.end(i))));
        tallies.merge(spans.what(i), PinTally.of(part), PinTally::plus);
      }
    }
    return tallies.entrySet().stream()
        .map(entry -> group(log.deed(entry.getKey()), entry.getValue()))
        .sorted(Comparator.comparingLong((PinGroup group) -> group.tally().totalNanos()).reversed())
        .limit(MOST_GROUPS)
        .toList();
  }

  private static boolean pins(Activity deed, Jvm jvm) {
    return deed.virtual() && (deed.cause().kind() == PinKind.PARKED || jvm.monitorsPin());
  }

  private static PinGroup group(Activity deed, PinTally tally) {
    return new PinGroup(deed.cause(), deed.stack(), tally);
  }

  /** How many of some spans there are at a time, in steps that double when time runs on. */
  private static final class LoadCurve {

    static final int STEPS = 1 << 16;

    private static final long FIRST_STEP_NANOS = 1_000_000;

    private final long origin;
    private final long[] nanos = new long[STEPS];
    private long step = FIRST_STEP_NANOS;
    private long last;

    /**
     * @param origin since the epoch; what is before it is left out
     */
    LoadCurve(long origin) {
      this.origin = origin;
      this.last = origin;
    }

    void add(long start, long end) {
      if (end <= origin || end <= start) {
        return;
      }
      last = Math.max(last, end);
      while (end - origin >= step * STEPS) {
        widen();
      }
      long from = Math.max(start, origin) - origin;
      long to = end - origin;
      while (from < to) {
        int at = (int) (from / step);
        long next = Math.min(to, (at + 1) * step);
        nanos[at] += next - from;
        from = next;
      }
    }

    /** Makes the steps at least that long, so that several curves can be compared. */
    void widenTo(long stepNanos) {
      while (step < stepNanos) {
        widen();
      }
    }

    private void widen() {
      for (int i = 0; i < STEPS / 2; i++) {
        nanos[i] = nanos[2 * i] + nanos[2 * i + 1];
      }
      Arrays.fill(nanos, STEPS / 2, STEPS, 0);
      step *= 2;
    }

    long stepNanos() {
      return step;
    }

    /** The average within a step. */
    double at(int index) {
      return (double) nanos[index] / step;
    }

    /** Steps up to the last that is not empty. */
    int steps() {
      return (int) Math.min(STEPS, (last - origin + step - 1) / step);
    }

    long origin() {
      return origin;
    }
  }
}
