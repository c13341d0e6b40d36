// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.dump.DumpFormat;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.freeze.FreezeVerdict;
import io.github.loomunpin.analyzer.freeze.HeldObject;
import io.github.loomunpin.analyzer.freeze.HeldSite;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.JvmFreeze.Root;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.Surety;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JVM that stands still, as its dumps show it, with the names that are got wrong most easily. */
public final class FreezeSamples {

  private static final int RECURSIONS = 900;

  private static final HeldSite SITE = new HeldSite(Samples.SHOP, "Cart.java", Samples.BLOCK);
  private static final Frame PARK =
      new Frame("jdk/internal/misc/Unsafe", "park", "(ZJ)V", -1, -1, true, true);
  private static final Frame ADD = new Frame("shop/Cart", "add", "", -1, 42, false, false);
  private static final Frame AGAIN = new Frame("shop/Cart", "again", "", -1, 50, false, false);

  private FreezeSamples() {}

  public static StandstillReport standStill() {
    ThreadView owner =
        new ThreadView(
            thread(
                7, "a|b `c` *d* " + Samples.HOSTILE, false, new Stack(List.of(PARK, ADD), false)),
            Place.PLATFORM,
            List.of(held(1, ADD, Surety.POSSIBLE)),
            Optional.of(waits(Waits.Kind.TIME, "java.lang.Thread.sleep", List.of())),
            2,
            2,
            Outlook.UNKNOWN);
    List<ThreadView> pinned = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      pinned.add(
          new ThreadView(
              thread(20 + i, "req-" + i, true, new Stack(List.of(ADD), false)),
              Place.MOUNTED,
              List.of(),
              Optional.of(waits(Waits.Kind.MONITOR, "shop.Lock", List.of(SITE))),
              2,
              2,
              Outlook.END));
    }
    ThreadView deep = deep();
    pinned.add(deep);
    ThreadView fresh =
        new ThreadView(
            thread(40, "", true, Stack.NONE),
            Place.UNMOUNTED,
            List.of(),
            Optional.empty(),
            1,
            1,
            Outlook.UNKNOWN);
    List<WaitEdge> edges =
        pinned.stream()
            .filter(thread -> thread != deep)
            .map(thread -> new WaitEdge(thread, owner, "the monitor", Surety.POSSIBLE))
            .toList();
    JvmFreeze jvm =
        new JvmFreeze(
            List.of(dump("d1.txt", 0, false), dump("d2.txt", 5, true)),
            FreezeVerdict.NO_CARRIER_LEFT,
            8,
            false,
            7,
            pinned,
            List.of(),
            List.of(fresh),
            true,
            List.of(fresh),
            List.of(),
            List.of(owner),
            edges,
            List.of(new Root(owner, pinned.subList(0, 6), List.of(), Surety.POSSIBLE)),
            List.of(),
            3,
            ClassPathDoubt.NONE);
    return new StandstillReport(
        new FreezeReport(
            List.of(jvm),
            List.of("the class path was guessed"),
            List.of(Gap.unreadable("d2.txt", "it ends within a line: the rest was cut off"))),
        Optional.of(Samples.pins()));
  }

  /** What recursion does to a stack. */
  private static ThreadView deep() {
    List<Frame> frames = new ArrayList<>(List.of(PARK));
    List<HeldObject> holds = new ArrayList<>();
    for (int i = 1; i <= RECURSIONS; i++) {
      frames.add(AGAIN);
      holds.add(held(i, AGAIN, Surety.LINE));
    }
    frames.add(ADD);
    return new ThreadView(
        thread(30, "deep", true, new Stack(frames, false)),
        Place.MOUNTED,
        holds,
        Optional.of(waits(Waits.Kind.LOCK, "java.util.concurrent.Semaphore.acquire", List.of())),
        2,
        1,
        Outlook.END);
  }

  private static HeldObject held(int depth, Frame frame, Surety surety) {
    return new HeldObject(
        HeldObject.Kind.MONITOR, depth, frame, Optional.of(SITE), "", "shop.Lock", surety);
  }

  private static Waits waits(Waits.Kind kind, String what, List<HeldSite> sites) {
    return new Waits(kind, what, Optional.of(ADD), sites, "", Waits.Limit.NONE, Surety.LINE);
  }

  private static DumpedThread thread(long id, String name, boolean virtual, Stack stack) {
    return new DumpedThread(
        id, name, virtual, "", stack, List.of(), 0, 0, virtual ? "carrier-" + id : "", -1);
  }

  private static ThreadDump dump(String source, int second, boolean cut) {
    return new ThreadDump(
        source,
        DumpFormat.TEXT,
        4711,
        Optional.of(LocalDateTime.of(2026, 11, 22, 8, 0, second)),
        new Jvm(21, "21.0.8+9-LTS", Optional.of(""), Map.of(), Optional.of("")),
        List.of(),
        cut);
  }
}
