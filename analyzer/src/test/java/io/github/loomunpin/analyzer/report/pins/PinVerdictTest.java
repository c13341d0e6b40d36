// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.Caller;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReport.OutlookTally;
import io.github.loomunpin.analyzer.correlate.RemainingPins;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus.State;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Surety;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PinVerdictTest {

  private static final PinTally NONE = PinTally.NONE;
  private static final Library JDK = new Library("java.base", "21.0.8", "jrt:/java.base", true);
  private static final Frame CALLER = new Frame("acme/Shop", "price", "()V", 4, 40, false, false);

  @Test
  void names_what_keeps_pins_the_code_that_called_it_and_what_helps() {
    PinReport report =
        report(
            21,
            false,
            new OutlookTally(pins(2), pins(1), pins(3), NONE, NONE),
            List.of(
                new RemainingPins(Optional.of(ofJdk()), PinReason.NO_HOLDER, pins(2)),
                new RemainingPins(Optional.empty(), PinReason.NATIVE_FRAME, pins(1))),
            List.of());

    assertThat(PinVerdict.text(report))
        .isEqualTo(
            "The agent ends 2 of 6 pins; 1 depends on the object that is locked; 3 stay, because of"
                + " shop.Cart.add, called by acme.Shop.price:40 (the JDK's own monitor, which pins"
                + " until JDK 24: use platform threads there) and native code that calls Java (no"
                + " agent and no JDK helps: use platform threads).");
  }

  @Test
  void names_the_version_that_has_fixed_it() {
    assertThat(PinVerdict.text(Samples.pins())).endsWith("; fixed in shop 2.0.");
  }

  @Test
  void says_what_to_give_where_no_holder_is_known() {
    PinReport report =
        report(
            21,
            false,
            new OutlookTally(NONE, NONE, NONE, NONE, pins(144)),
            List.of(),
            List.of(
                new Unexplained(
                    PinReason.NOT_ON_CLASS_PATH,
                    "",
                    pins(144),
                    List.of(),
                    List.of(),
                    Stack.NONE,
                    "")),
            new ClassPathDoubt(false, true));

    assertThat(PinVerdict.text(report))
        .isEqualTo(
            "The class path lacks classes that ran: give the one that ran with --class-path. None"
                + " of 144 pins has a known holder.");
  }

  @Test
  void begins_with_a_class_path_that_is_not_the_one_that_ran() {
    PinReport report =
        report(
            21,
            false,
            new OutlookTally(pins(3), NONE, NONE, NONE, NONE),
            List.of(),
            List.of(),
            new ClassPathDoubt(true, true));

    assertThat(PinVerdict.text(report))
        .isEqualTo(
            "The class path has other versions of classes than those that ran, and lacks others:"
                + " give the one that ran with --class-path. The agent ends all 3 pins.");
    assertThat(PinVerdict.of(report).orElseThrow().look()).isEqualTo(Look.DOUBT);
  }

  @Test
  void speaks_of_what_is_left_where_the_agent_ran() {
    PinReport report =
        report(
            21,
            true,
            new OutlookTally(NONE, NONE, pins(2), NONE, NONE),
            List.of(new RemainingPins(Optional.empty(), PinReason.CLASS_LOADING, pins(2))),
            List.of());

    assertThat(PinVerdict.text(report))
        .startsWith(
            "Pins that are left while the agent converts monitors: 2 stay, because of the first use"
                + " of classes");
  }

  @Test
  void promises_nothing_of_the_agent_where_monitors_do_not_pin() {
    PinReport report =
        report(
            25,
            false,
            new OutlookTally(NONE, NONE, pins(2), NONE, NONE),
            List.of(new RemainingPins(Optional.empty(), PinReason.NATIVE_FRAME, pins(2))),
            List.of());

    assertThat(PinVerdict.text(report))
        .startsWith("Monitors do not pin since JDK 24; these pins have other causes")
        .contains("2 stay, because of native code");
  }

  @Test
  void a_recording_without_pins_says_whether_it_could_have_any() {
    assertThat(PinVerdict.text(Samples.withoutPins()))
        .isEqualTo("No virtual thread was recorded that pinned its carrier.");
    assertThat(PinVerdict.text(withoutPins(17, State.UNKNOWN)))
        .isEqualTo(
            "JDK 17 has no virtual threads, so none can pin: record a JVM of JDK 21 or newer.");
    assertThat(PinVerdict.text(withoutPins(21, State.OFF)))
        .isEqualTo(
            "Whether a virtual thread pinned its carrier is not known: jdk.VirtualThreadPinned was"
                + " not recorded.");
  }

  private static Finding ofJdk() {
    return new Finding(
        JDK,
        "",
        Samples.BLOCK.decided(Decision.nativeBecause("the JDK's own")),
        Surety.BCI,
        pins(2),
        Map.of(),
        2,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(new Caller(CALLER, pins(2))),
        List.of(),
        Stack.NONE,
        -1,
        List.of(),
        "",
        Optional.empty());
  }

  private static PinTally pins(long count) {
    return new PinTally(count, count * 1_000_000, 1_000_000, TimeSpan.NEVER);
  }

  private static PinReport report(
      int feature,
      boolean agentConverted,
      OutlookTally outlook,
      List<RemainingPins> staying,
      List<Unexplained> unexplained) {
    return report(feature, agentConverted, outlook, staying, unexplained, ClassPathDoubt.NONE);
  }

  private static PinReport report(
      int feature,
      boolean agentConverted,
      OutlookTally outlook,
      List<RemainingPins> staying,
      List<Unexplained> unexplained,
      ClassPathDoubt classPath) {
    PinTally all =
        outlook
            .end()
            .plus(outlook.dependOnObject())
            .plus(outlook.stay())
            .plus(outlook.cutOff())
            .plus(outlook.unknown());
    PinGroup group = new PinGroup(PinCause.of(PinKind.PARKED), Stack.NONE, all);
    return new PinReport(
        List.of(recording(feature, State.ON, List.of(group))),
        agentConverted,
        outlook,
        staying,
        List.of(),
        unexplained,
        List.of(),
        List.of(),
        List.of(),
        classPath,
        List.of(),
        List.of());
  }

  private static PinReport withoutPins(int feature, State parked) {
    return Samples.withoutFindings(List.of(recording(feature, parked, List.of())), List.of());
  }

  private static Recording recording(int feature, State parked, List<PinGroup> pins) {
    return new Recording(
        Path.of("app.jfr"),
        new Jvm(feature, feature + ".0.1", Optional.of(""), Map.of(), Optional.of("")),
        new TimeSpan(Instant.EPOCH, Instant.ofEpochSecond(1)),
        Map.of(PinKind.PARKED, new EventStatus(parked, "20 ms", State.ON, 3)),
        pins,
        0,
        3,
        CarrierUse.UNKNOWN,
        Optional.empty(),
        List.of());
  }
}
