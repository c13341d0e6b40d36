// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.sight.TakenCarriers;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillTest {

  private static final String WHILE = "no carrier has moved for 1.0 s while virtual threads wait";

  private static Standstill.Cause cause(Blame blame) {
    SeenFrame frame = new SeenFrame("a/Pool", "lend", "()V", -1, 7, false, false, "app");
    SeenPin pin = new SeenPin(PinKind.PARKED, "", ClassWait.NO, List.of(frame), false);
    return new Standstill.Cause(pin, blame);
  }

  private static Holder holder(String owner, int line, Surety surety, MonitorUse use) {
    MonitorSite site =
        new MonitorSite(
            owner,
            "lend",
            "()V",
            SiteKind.BLOCK,
            line,
            line,
            new Operand(OperandValue.Kind.THIS, owner, "this"),
            List.of(new BciRange(0, 9)),
            Decision.VIRTUAL);
    return new Holder(new Hold(site, "", surety, use, 0), "file:/app.jar");
  }

  private static Blame blame(Holder... holders) {
    return Blame.of(List.of(holders), false);
  }

  private static Standstill of(TakenCarriers work, Standstill.Cause... causes) {
    return Standstill.unexplained(0, 1_000_000_000, causes.length)
        .explained(List.of(causes), false, work);
  }

  @Test
  void a_thread_that_holds_a_monitor_is_not_one_that_wants_the_same() {
    Standstill still =
        of(
            TakenCarriers.STAND_STILL,
            cause(blame(holder("a/Pool", 7, Surety.LINE, MonitorUse.WANTED))),
            cause(blame(holder("a/Pool", 7, Surety.LINE, MonitorUse.HELD))));

    assertThat(still.line())
        .isEqualTo(
            WHILE
                + " for one; 2 carriers: 1 × a.Pool.lend held the monitor (line 7, synchronized"
                + " (this)); the agent converts it, and 1 × a.Pool.lend waited to enter the monitor"
                + " (line 7, synchronized (this)); the agent converts it");
    assertThat(still.keepers())
        .containsOnlyKeys(
            new Standstill.Keeper("a.Pool.lend", "WANTED", ""),
            new Standstill.Keeper("a.Pool.lend", "HELD", ""));
  }

  @Test
  void all_that_a_carrier_does_is_counted_once() {
    Blame both =
        blame(
            holder("a/Pool", 7, Surety.LINE, MonitorUse.WANTED),
            holder("a/Pool", 9, Surety.LINE, MonitorUse.WANTED),
            holder("a/Map", 3, Surety.LINE, MonitorUse.HELD));
    Standstill still = of(TakenCarriers.STAND_STILL, cause(both), cause(both));

    assertThat(still.line())
        .endsWith(
            "2 carriers: 2 × a.Pool.lend waited to enter the monitor (line 7, synchronized (this))"
                + " or (line 9, synchronized (this)); the agent converts it; a.Map.lend held the"
                + " monitor (line 3, synchronized (this)); the agent converts it");
    assertThat(still.keepers())
        .containsEntry(new Standstill.Keeper("a.Pool.lend", "WANTED", ""), 2);
  }

  @Test
  void what_no_agent_ends_says_what_to_do() {
    CarrierKeeper open = new CarrierKeeper(Kind.NATIVE_CALL, 0, Surety.SAID, "");
    CarrierKeeper initializer = new CarrierKeeper(Kind.CLASS_INITIALIZER, 0, Surety.SAID, "");
    Blame inNative =
        blame(holder("a/Pool", 7, Surety.LINE, MonitorUse.HELD)).and(open, "in the native open0");

    assertThat(of(TakenCarriers.STAND_STILL, cause(inNative), cause(inNative)).line())
        .endsWith(
            "; the agent converts it, but native code keeps the carrier all the same; also in the"
                + " native open0; no agent and no JDK helps: call it on a platform thread");
    assertThat(
            of(TakenCarriers.STAND_STILL, cause(Blame.kept(initializer, "in the initializer")))
                .line())
        .endsWith(
            "a.Pool.lend:7: in the initializer; no agent helps, and JDK 26 frees only those that"
                + " wait for the class: initialize it earlier, on a platform thread");
  }

  @Test
  void carriers_that_all_compute_do_not_stand_still() {
    Standstill.Cause computes = cause(Blame.unknown("computes"));

    assertThat(of(TakenCarriers.COMPUTE, computes, computes).line())
        .isEqualTo(
            "all carriers compute: no other virtual thread has had one for 1.0 s; 2 carriers: 2 ×"
                + " in a.Pool.lend:7: computes");
  }

  @Test
  void carriers_of_which_one_computes_do_not_stand_still() {
    Standstill busy =
        of(
            TakenCarriers.COMPUTE_IN_PART,
            cause(Blame.unknown("computes")),
            cause(blame(holder("a/Pool", 7, Surety.LINE, MonitorUse.HELD))));

    assertThat(busy.busy()).isTrue();
    assertThat(busy.line())
        .isEqualTo(
            "all carriers compute or are blocked: no other virtual thread has had one for 1.0 s; 2"
                + " carriers: 1 × a.Pool.lend held the monitor (line 7, synchronized (this)); the"
                + " agent converts it, and 1 × in a.Pool.lend:7: computes");
  }
}
