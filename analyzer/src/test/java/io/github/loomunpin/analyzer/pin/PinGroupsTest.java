// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.sight.PinKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PinGroupsTest {

  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
  private static final PinCause PARKED = PinCause.of(PinKind.PARKED);

  private final PinGroups groups = new PinGroups();

  @Test
  void pins_of_one_stack_are_added_up_and_keep_their_time() {
    groups.add(PARKED, stack(1), pin(10, 30));
    groups.add(PARKED, stack(1), pin(0, 20));
    groups.add(PinCause.of(PinKind.WAITING), stack(1), pin(5, 5));

    assertThat(groups.toList())
        .containsExactly(
            new PinGroup(PARKED, stack(1), new PinTally(2, millis(50), millis(30), span(0, 40))),
            new PinGroup(
                PinCause.of(PinKind.WAITING),
                stack(1),
                new PinTally(1, millis(5), millis(5), span(5, 10))));
  }

  @Test
  void pins_that_waited_for_several_threads_say_so() {
    groups.add(PARKED, stack(1), pin(10, 30), "", Optional.of(other(7)));
    groups.add(PARKED, stack(1), pin(50, 10), "", Optional.of(other(7)));
    assertThat(groups.toList()).extracting(PinGroup::several).containsExactly(false);

    groups.add(PARKED, stack(1), pin(70, 20), "", Optional.of(other(8)));
    assertThat(groups.toList())
        .singleElement()
        .returns(true, PinGroup::several)
        .satisfies(group -> assertThat(group.other().orElseThrow().id()).isEqualTo(7));
  }

  private static OtherThread other(long id) {
    return new OtherThread("", id, true, PinKind.PARKED, stack(2), TimeSpan.NEVER);
  }

  @Test
  void from_some_number_on_threads_that_were_waited_for_are_not_told_apart() {
    for (int line = 0; line < PinGroups.MOST_APART + 7; line++) {
      groups.add(PARKED, stack(1), pin(line, 1 + line), "", Optional.of(waitsAt(line)));
    }
    groups.add(PARKED, stack(1), pin(3, 1), "", Optional.of(waitsAt(0)));

    assertThat(groups.toList()).hasSize(PinGroups.MOST_APART + 1);
    assertThat(groups.toList().getFirst().tally().count()).isEqualTo(2);
    assertThat(groups.toList().getLast())
        .returns(true, PinGroup::several)
        .satisfies(group -> assertThat(group.tally().count()).isEqualTo(7))
        .satisfies(
            group ->
                assertThat(group.other().orElseThrow().id()).isEqualTo(PinGroups.MOST_APART + 6));
  }

  private static OtherThread waitsAt(int line) {
    return new OtherThread("", line, true, PinKind.PARKED, stack(line), TimeSpan.NEVER);
  }

  @Test
  void no_time_is_shorter_than_any() {
    assertThat(PinTally.NONE.plus(PinTally.of(pin(1, 2)))).isEqualTo(PinTally.of(pin(1, 2)));
    assertThat(TimeSpan.NEVER.nanos()).isZero();
    assertThat(TimeSpan.NEVER.with(TimeSpan.NEVER).isNever()).isTrue();
  }

  private static Stack stack(int line) {
    return new Stack(List.of(new Frame("a/B", "c", "()V", 0, line, false, false)), false);
  }

  private static TimeSpan pin(int startMillis, int millis) {
    return TimeSpan.of(NOON.plusMillis(startMillis), Duration.ofMillis(millis));
  }

  private static TimeSpan span(int fromMillis, int toMillis) {
    return new TimeSpan(NOON.plusMillis(fromMillis), NOON.plusMillis(toMillis));
  }

  private static long millis(int count) {
    return Duration.ofMillis(count).toNanos();
  }
}
