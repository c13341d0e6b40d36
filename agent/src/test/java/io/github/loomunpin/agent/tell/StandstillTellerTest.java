// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillTellerTest {

  private static final StackTraceElement PARK =
      new StackTraceElement(
          null, "java.base", "21.0.8", "jdk.internal.misc.Unsafe", "park", "Unsafe.java", -2);

  private static final StackTraceElement DEFLATE =
      new StackTraceElement(
          null, "java.base", "21.0.8", "java.util.zip.Deflater", "deflateBytes", null, -2);

  private static final StackTraceElement STEP =
      new StackTraceElement("org.sqlite.core.NativeDB", "$loomUnpin$step", "NativeDB.java", -2);

  private static final StackTraceElement PRICE =
      new StackTraceElement("com.acme.Shop", "price", "Shop.java", 20);

  @Test
  void what_keeps_the_carriers_and_who_owns_the_locks_is_one_line() {
    List<String> owners = List.of("1 thread waits for the lock of A", "for B", "for C");

    assertThat(StandstillTeller.line(1_200_000_000, 2, ": 2 × com.acme.Shop.price", owners))
        .isEqualTo(
            "no carrier has moved for 1.2 s while virtual threads wait for one; 2 carriers: 2 ×"
                + " com.acme.Shop.price; 1 thread waits for the lock of A; for B; 1 more lock that"
                + " threads wait for");
  }

  @Test
  void a_thread_that_waits_in_the_jdk_is_where_code_outside_called_it() {
    assertThat(place(Thread.State.WAITING, PARK, PRICE))
        .isEqualTo("jdk.internal.misc.Unsafe.park, called by com.acme.Shop.price (Shop.java:20)");
  }

  @Test
  void a_thread_that_runs_computes_or_waits_for_a_class() {
    assertThat(place(Thread.State.RUNNABLE, PRICE))
        .isEqualTo(
            "com.acme.Shop.price (Shop.java:20): computes, or waits for a class that another thread"
                + " initializes");
    assertThat(place(Thread.State.RUNNABLE, DEFLATE, PRICE))
        .isEqualTo(
            "java.util.zip.Deflater.deflateBytes, called by com.acme.Shop.price (Shop.java:20):"
                + " computes");
  }

  @Test
  void a_native_method_that_the_agent_has_moved_has_its_own_name() {
    assertThat(place(Thread.State.RUNNABLE, STEP, PRICE))
        .isEqualTo("org.sqlite.core.NativeDB.step (NativeDB.java)");
  }

  @Test
  void a_thread_without_frames_is_nowhere() {
    assertThat(place(Thread.State.RUNNABLE)).isEqualTo("at an unknown place");
    assertThat(place(Thread.State.WAITING, PARK)).isEqualTo("jdk.internal.misc.Unsafe.park");
  }

  private static String place(Thread.State state, StackTraceElement... frames) {
    return StandstillTeller.place(state, frames);
  }
}
