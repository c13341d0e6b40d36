// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitsBehindTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "synchronized void taker() throws Exception { pause(this, 1); }"
            + " synchronized void giver() { }",
        "synchronized void taker() throws Exception { new Clock().pause(this, 1); }"
            + " synchronized void giver() { }",
        "final Object lock = new Object();"
            + " void taker() throws Exception { synchronized (lock) { pause(lock, 1L); } }"
            + " void giver() { synchronized (lock) { hashCode(); } }",
        "final Object lock = new Object(); void taker() throws Exception {"
            + " Object copy = lock; synchronized (copy) { pause(1L, copy); } }"
            + " void giver() { synchronized (lock) { hashCode(); } }"
      })
  void what_a_helper_is_given_to_wait_on_is_given_up(String members) throws IOException {
    Compiled app = with(members);
    assertThat(app.grade("taker")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("giver")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "final Object other = new Object();"
            + " synchronized void taker() throws Exception { pause(other, 1); }"
            + " synchronized void giver() { }",
        "synchronized void taker(Object any) throws Exception { pause(any, 1); }"
            + " synchronized void giver() { }"
      })
  void while_a_helper_waits_on_another_object_the_lock_is_kept(String members) throws IOException {
    assertThat(with(members).grade("giver")).isEqualTo(Grade.BEHIND);
  }

  private Compiled with(String members) throws IOException {
    return Compiled.of(
        folder,
        "class Clock { void pause(Object on, int millis) throws Exception {"
            + " synchronized (on) { on.wait(millis); } } }"
            + " class App { static void pause(Object on, long millis) throws Exception {"
            + " on.wait(millis); } "
            + " static void pause(long millis, Object on) throws Exception { on.wait(millis); } "
            + members
            + " }");
  }

  @Test
  void nobody_waits_for_an_object_that_is_being_made() throws IOException {
    Compiled app =
        Compiled.app(
            folder,
            "App() { init(); } App(int x) { this(); load(); }"
                + " private synchronized void init() { load(); }"
                + " private synchronized void load() { slow(); }"
                + " synchronized void getter() { }");
    assertThat(app.grade("init")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("getter")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "App() { init(); } private synchronized void init() { slow(); }"
            + " synchronized void getter() { } void again() { init(); }",
        "App() { init(); } synchronized void init() { slow(); } synchronized void getter() { }",
        "App() { init(); } private synchronized void init() { slow(); }"
            + " synchronized void getter() { } Runnable again() { return this::init; }",
        "App() { init(); } private synchronized void init() { slow(); }"
            + " synchronized void getter() { } class Inner { void again() { init(); } }"
      })
  void what_may_run_later_keeps_the_lock(String members) throws IOException {
    assertThat(Compiled.app(folder, members).grade("getter")).isEqualTo(Grade.BEHIND);
  }
}
