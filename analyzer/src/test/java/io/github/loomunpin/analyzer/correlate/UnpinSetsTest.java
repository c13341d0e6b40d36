// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnpinSetsTest {

  private final UnpinSets sets = new UnpinSets(AdviceBook.load());

  @Test
  void sites_that_pin_only_together_are_one_step() {
    add(100, "outer", "inner");
    add(60, "alone");

    assertThat(sets.steps())
        .extracting(UnpinSetsTest::names)
        .containsExactly(List.of("alone"), List.of("outer", "inner"));
    assertThat(sets.steps()).extracting(UnpinStep::share).containsExactly(60.0 / 160, 1.0);
  }

  @Test
  void a_site_that_is_chosen_makes_others_worth_more() {
    add(50, "a");
    add(40, "a", "b");
    add(45, "c");

    assertThat(sets.steps())
        .extracting(UnpinSetsTest::names)
        .containsExactly(List.of("a"), List.of("c"), List.of("b"));
  }

  @Test
  void what_no_conversion_ends_stays_in_the_whole() {
    add(50, "a");
    sets.add(
        new JoinedPin(
            pin(150), List.of(Holders.holder("a", MonitorUse.HELD, 0)), cause(true), List.of()));

    assertThat(sets.steps()).extracting(UnpinStep::share).containsExactly(0.25);
  }

  @Test
  void monitors_that_only_the_jdk_could_convert_are_none_to_convert() {
    add(50, "a");
    sets.add(
        new JoinedPin(
            pin(150),
            List.of(Holders.holder("a", MonitorUse.HELD, 0), Holders.ofJdk("b", 1)),
            cause(false),
            List.of()));

    assertThat(sets.steps()).extracting(UnpinSetsTest::names).containsExactly(List.of("a"));
    assertThat(sets.steps()).extracting(UnpinStep::share).containsExactly(0.25);
  }

  private static List<String> names(UnpinStep step) {
    return step.added().stream().map(member -> member.site().method()).toList();
  }

  private void add(long millis, String... methods) {
    List<Holder> holders =
        Arrays.stream(methods)
            .map(
                method ->
                    Holders.holder(
                        method,
                        MonitorUse.HELD,
                        methods.length - Arrays.asList(methods).indexOf(method)))
            .toList();
    sets.add(new JoinedPin(pin(millis), holders, cause(false), List.of()));
  }

  private static PinGroup pin(long millis) {
    return new PinGroup(PinCause.of(PinKind.PARKED), Stack.NONE, Stacks.tally(millis));
  }

  private static OtherCause cause(boolean pins) {
    return new OtherCause(pins ? PinReason.NATIVE_FRAME : PinReason.NO_HOLDER, "");
  }
}
