// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CarriedTest {

  private static final int NATIVE = -2;

  private static final StackTraceElement DEFLATE =
      new StackTraceElement(
          null, "java.base", "21", "java.util.zip.Deflater", "deflateBytes", null, NATIVE);

  private static final StackTraceElement OPEN =
      new StackTraceElement(
          null, "java.base", "21", "java.io.FileInputStream", "open0", null, NATIVE);

  private static final StackTraceElement CODE =
      new StackTraceElement("com.acme.Shop", "price", "Shop.java", 20);

  private static Carried seen(Thread.State state, OptionalDouble share, StackTraceElement... top) {
    return Carried.of(state, top, share);
  }

  @Test
  void a_thread_whose_carrier_uses_a_processor_computes_wherever_it_is() {
    OptionalDouble busy = OptionalDouble.of(0.9);

    for (StackTraceElement top : new StackTraceElement[] {DEFLATE, OPEN, CODE}) {
      Carried seen = seen(Thread.State.RUNNABLE, busy, top, CODE);
      assertThat(seen.work()).isEqualTo(ThreadWork.COMPUTES);
      assertThat(seen.blame()).hasValue(Blame.unknown("computes"));
    }
  }

  @Test
  void a_thread_that_runs_and_uses_no_processor_waits_for_a_class() {
    Carried seen = seen(Thread.State.RUNNABLE, OptionalDouble.of(0), CODE);

    assertThat(seen.work()).isEqualTo(ThreadWork.BLOCKED);
    assertThat(seen.pin().ofClass()).isEqualTo(ClassWait.YES);
    assertThat(seen.blame()).isEmpty();
  }

  @Test
  void on_a_machine_with_other_work_running_code_computes_with_little_of_a_processor() {
    OptionalDouble little = OptionalDouble.of(0.03);

    assertThat(seen(Thread.State.RUNNABLE, little, CODE).work()).isEqualTo(ThreadWork.COMPUTES);
    assertThat(seen(Thread.State.RUNNABLE, little, OPEN).work()).isEqualTo(ThreadWork.BLOCKED);
    assertThat(seen(Thread.State.WAITING, little, CODE).work()).isEqualTo(ThreadWork.BLOCKED);
  }

  @Test
  void where_nobody_measures_the_method_tells_as_far_as_it_can() {
    OptionalDouble unknown = OptionalDouble.empty();

    assertThat(seen(Thread.State.RUNNABLE, unknown, DEFLATE).work()).isEqualTo(ThreadWork.COMPUTES);
    assertThat(seen(Thread.State.RUNNABLE, unknown, OPEN).work()).isEqualTo(ThreadWork.BLOCKED);
    assertThat(seen(Thread.State.RUNNABLE, unknown, CODE).work()).isEqualTo(ThreadWork.UNKNOWN);
    assertThat(seen(Thread.State.BLOCKED, unknown, CODE).work()).isEqualTo(ThreadWork.BLOCKED);
  }
}
