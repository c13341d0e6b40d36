// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Lock;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Caller;
import io.github.loomunpin.analyzer.correlate.CarrierLoss;
import io.github.loomunpin.analyzer.correlate.CarrierLoss.CarrierHolder;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReport.OutlookTally;
import io.github.loomunpin.analyzer.correlate.RemainingPins;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus.State;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One small result of each kind, with the names a writer gets wrong most easily. */
public final class Samples {

  public static final String HOSTILE = "<script>alert('1')";

  public static final Library SHOP = new Library("shop", "1.0", "lib/shop-1.0.jar", false);
  private static final Library EVIL =
      new Library(HOSTILE, "\"2\"\u202e\u001b", "lib/evil\u202e.jar", false);

  public static final MonitorSite BLOCK =
      new MonitorSite(
          "shop/Cart",
          "add",
          "(Lshop/Item;)V",
          SiteKind.BLOCK,
          7,
          41,
          new Operand(OperandValue.Kind.FIELD, "shop.Lock", "shop.Cart.lock"),
          List.of(new BciRange(8, 20), new BciRange(22, 24)),
          Decision.VIRTUAL);

  private static final MonitorSite METHOD =
      new MonitorSite(
          "evil/" + HOSTILE,
          "run\u001b[31m",
          "()V",
          SiteKind.SYNC_METHOD,
          -1,
          -1,
          new Operand(OperandValue.Kind.THIS, "evil." + HOSTILE, "this"),
          List.of(new BciRange(0, 9)),
          Decision.nativeBecause("extends " + HOSTILE + ", which the JDK locks"));

  private static final Verdict VERDICT =
      new Verdict(
          Grade.MAY_BLOCK,
          Lock.of(BLOCK),
          List.of(
              new BlockingPath(
                  BlockingKind.SOCKET,
                  List.of(
                      new Step(SHOP, BLOCK.owner(), "add", "(Lshop/Item;)V", "Cart.java", 43),
                      new Step(Step.JDK, "java/net/Socket", "connect", "()V", "", -1)),
                  List.of(new Guess(Guess.Why.SEVERAL_TARGETS, 0, "2 implementations")))),
          Optional.empty());

  private static final Optional<Advice> FIXED =
      Optional.of(
          new Advice(
              Advice.Kind.FIXED_LATER,
              Optional.of("2.0"),
              "fixed in 2.0 (9 sites in 1.0, 1 in 2.0)",
              Optional.of("https://shop.example/issues/1?a=b&c=d")));

  private static final Frame SLEEP =
      new Frame("java/lang/Thread", "sleep", "(J)V", 3, 540, true, false);
  private static final Frame ADD =
      new Frame("shop/Cart", "add", "(Lshop/Item;)V", 12, 42, false, false);
  private static final Frame RUN =
      new Frame("evil/" + HOSTILE, "run\u001b[31m", "()V", 4, -1, false, false);

  private static final TimeSpan RECORDED = TimeSpan.of(Instant.EPOCH, Duration.ofMillis(12_500));

  private Samples() {}

  public static ScanResult scan() {
    return new ScanResult(
        21,
        List.of(library(SHOP, BLOCK), library(EVIL, METHOD)),
        List.of(Gap.unreadable("lib/cut.jar", "not a readable archive (cut)")),
        new Verdicts(Map.of(BLOCK, VERDICT), List.of()));
  }

  private static LibrarySites library(Library library, MonitorSite site) {
    ClassSites type = new ClassSites(site.owner(), "Cart.java", List.of(site));
    return new LibrarySites(library, 3, 0, List.of(type), SiteCounts.of(type.sites().stream()));
  }

  public static PinReport pins() {
    PinTally three = new PinTally(3, 3_000_000_000L, 1_500_000_000L, RECORDED);
    PinTally one = PinTally.of(TimeSpan.of(Instant.EPOCH, Duration.ofNanos(20_500_000)));
    Stack stack = new Stack(List.of(SLEEP, ADD, RUN), true);
    return new PinReport(
        List.of(
            recording(
                List.of(
                    new PinGroup(PinCause.of(PinKind.PARKED), stack, three),
                    new PinGroup(new PinCause(PinKind.BLOCKED, "", "shop/Lock"), stack, one)))),
        false,
        new OutlookTally(three, PinTally.NONE, one, PinTally.NONE, PinTally.NONE),
        List.of(new RemainingPins(Optional.empty(), PinReason.NATIVE_FRAME, one)),
        List.of(
            new Finding(
                SHOP,
                "Cart.java",
                BLOCK,
                Surety.BCI,
                three,
                Map.of(PinKind.PARKED, three),
                2,
                0,
                List.of("shop.Evil.run"),
                List.of(),
                List.of(new BlockedIn("java.lang.Thread.sleep", Optional.of(ADD), three)),
                List.of(new Caller(RUN, three)),
                List.of(),
                stack,
                1,
                List.of(1, 2),
                "worker-1",
                FIXED),
            new Finding(
                EVIL,
                "",
                METHOD,
                Surety.LINE,
                one,
                Map.of(PinKind.BLOCKED, one),
                0,
                1,
                List.of(),
                List.of(),
                List.of(new BlockedIn("monitor entry", Optional.of(RUN), one)),
                List.of(),
                List.of(
                    new Contention(
                        new OtherThread(
                            HOSTILE, 7, false, PinKind.PARKED, stack, PinTally.of(RECORDED).span()),
                        Optional.of(new BlockedIn("java.lang.Thread.sleep", Optional.of(ADD), one)),
                        Optional.of(BLOCK),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        false,
                        false,
                        one)),
                stack,
                2,
                List.of(2),
                "",
                Optional.empty())),
        List.of(
            new Unexplained(
                PinReason.NOT_A_MONITOR,
                "the JVM says: Native frame <init> on stack",
                one,
                List.of(new BlockedIn("java.lang.Thread.sleep", Optional.empty(), one)),
                List.of(),
                Stack.NONE,
                "")),
        List.of(
            new UnpinStep(
                List.of(new UnpinStep.Member(SHOP, "Cart.java", BLOCK, FIXED)),
                three,
                three.plus(one)),
            new UnpinStep(
                List.of(new UnpinStep.Member(EVIL, "", METHOD, Optional.empty())),
                three.plus(one),
                three.plus(one))),
        List.of(
            new CarrierLoss(
                "app.jfr",
                TimeSpan.of(Instant.EPOCH, Duration.ofMillis(1_500)),
                2,
                List.of(
                    new CarrierHolder(
                        Optional.of(SHOP),
                        Optional.of(BLOCK),
                        Optional.of(MonitorUse.HELD),
                        "",
                        three),
                    new CarrierHolder(
                        Optional.of(EVIL),
                        Optional.of(METHOD),
                        Optional.of(MonitorUse.WANTED),
                        "",
                        one),
                    new CarrierHolder(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "of " + HOSTILE,
                        one)),
                true)),
        List.of(),
        ClassPathDoubt.NONE,
        List.of("class path taken from the recording: " + HOSTILE),
        List.of(
            Gap.notSaid(
                "app.jfr", "jdk.VirtualThreadPinned: events shorter than 20 ms were not recorded"),
            Gap.unreadable("gone.jfr", "no such file")));
  }

  public static Recording recording(List<PinGroup> pins) {
    return new Recording(
        Path.of("app.jfr"),
        new Jvm(21, "21.0.8+9-LTS", Optional.of(""), Map.of(), Optional.of("")),
        RECORDED,
        Map.of(
            PinKind.PARKED, new EventStatus(State.ON, "20 ms", State.ON, 3),
            PinKind.BLOCKED, new EventStatus(State.ON, "20 ms", State.ON, 1),
            PinKind.WAITING, new EventStatus(State.OFF, "", State.UNKNOWN, 0)),
        pins,
        0,
        3,
        CarrierUse.UNKNOWN,
        Optional.empty(),
        List.of());
  }

  public static PinReport withoutPins() {
    return withoutFindings(List.of(recording(List.of())), List.of());
  }

  public static PinReport withoutFindings(List<Observation> observations, List<Gap> gaps) {
    return new PinReport(
        observations,
        false,
        new OutlookTally(PinTally.NONE, PinTally.NONE, PinTally.NONE, PinTally.NONE, PinTally.NONE),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        ClassPathDoubt.NONE,
        List.of(),
        gaps);
  }
}
