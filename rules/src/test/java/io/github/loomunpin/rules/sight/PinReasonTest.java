// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PinReasonTest {

  private static final String SAID = "Native or VM frame on stack";
  private static final Seen PARK = jdk("jdk/internal/misc/Unsafe", "park");

  private final Sight sight = new Sight(new NoClasses(), false);
  private final Sight converting = new Sight(new NoClasses(), true);

  @Test
  void what_the_stack_shows_is_more_than_what_the_jvm_says() {
    assertThat(sight(SAID, PARK, jdk("a/A", "<clinit>"))).isEqualTo(PinReason.CLASS_INITIALIZER);
    assertThat(sight(SAID, PARK)).isEqualTo(PinReason.NOT_A_MONITOR);
    assertThat(sight(SAID)).isEqualTo(PinReason.NOT_A_MONITOR);
  }

  @Test
  void nothing_is_known_of_what_is_not_recorded() {
    assertThat(sight("")).isEqualTo(PinReason.NO_STACK);
    assertThat(reason(sight, thread(ClassWait.NO, true, PARK), ""))
        .isEqualTo(PinReason.TRUNCATED_STACK);
    assertThat(sight("", PARK)).isEqualTo(PinReason.NO_HOLDER);
  }

  @Test
  void the_agent_has_converted_all_only_where_all_is_known() {
    Seen made = jdk("java/lang/invoke/LambdaForm$MH/0x01", "invoke");
    assertThat(reason(converting, thread(ClassWait.NO, false, made), ""))
        .isEqualTo(PinReason.ALL_CONVERTED);
    Seen notFound = new Seen("a/A", "run", "", -1, -1, false, false);
    assertThat(reason(converting, thread(ClassWait.NO, false, made, notFound), ""))
        .isEqualTo(PinReason.NO_HOLDER);
    assertThat(reason(converting, thread(ClassWait.NO, false, made, PARK), ""))
        .isEqualTo(PinReason.NO_HOLDER);
    Seen innermost = new Seen("a/A", "run", "", -1, -1, false, false);
    assertThat(reason(converting, thread(ClassWait.UNKNOWN, false, innermost), ""))
        .isEqualTo(PinReason.NO_HOLDER);
  }

  @Test
  void some_reasons_pin_and_some_of_these_come_once() {
    assertThat(Stream.of(PinReason.values()).filter(PinReason::pins))
        .containsExactly(
            PinReason.NOT_A_MONITOR,
            PinReason.CLASS_INITIALIZER,
            PinReason.CLASS_LOADING,
            PinReason.NATIVE_FRAME);
    assertThat(Stream.of(PinReason.values()).filter(PinReason::isOfClasses))
        .containsExactly(PinReason.CLASS_INITIALIZER, PinReason.CLASS_LOADING);
  }

  private PinReason sight(String said, Seen... frames) {
    return reason(sight, thread(ClassWait.NO, false, frames), said);
  }

  private static PinReason reason(Sight sight, BlockedThread thread, String said) {
    return sight.reason(thread, sight.kept(thread, true), said);
  }

  private static BlockedThread thread(ClassWait ofClass, boolean truncated, Seen... frames) {
    PinKind kind = ofClass == ClassWait.UNKNOWN ? PinKind.BLOCKED : PinKind.PARKED;
    return new BlockedThread(kind, ofClass, List.of(frames), truncated, "");
  }

  private static Seen jdk(String type, String method) {
    return new Seen(type, method, "", -1, -1, false, true);
  }
}
