// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where functions that a method is given, keeps or chooses are run. */
class CallbackFlowTest {

  @TempDir Path folder;

  private Compiled app(String members) throws IOException {
    return Compiled.app(folder, members);
  }

  @Test
  void a_function_that_callers_give_runs_under_the_methods_own_monitor() throws IOException {
    Compiled app =
        app(
            "<T> T within(Supplier<T> given) { synchronized (this) { return given.get(); } }"
                + " void m() { within(() -> { slow(); return 1; }); }");
    assertThat(app.grade("within")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("within"))
        .containsExactly("App.within", "App.lambda$m$0", "App.slow", "LockSupport.park");
  }

  @Test
  void a_caller_is_not_charged_with_what_another_caller_gives() throws IOException {
    Compiled app =
        app(
            "<T> T within(Supplier<T> given) { synchronized (this) { return given.get(); } }"
                + " <T> T passOn(Supplier<T> given) { return within(given); }"
                + " void slowly() { passOn(() -> { slow(); return 1; }); }"
                + " static synchronized void fast(App app) { app.passOn(() -> 1); }");
    assertThat(app.grade("within")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("within")).containsExactly(Guess.Why.SEVERAL_TARGETS);
    assertThat(app.grade("fast")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_function_that_a_method_hands_to_another_thread_does_not_run_here() throws IOException {
    Compiled app =
        app(
            "static Executor threads; static void later(Runnable task) { threads.execute(task); }"
                + " synchronized void m() { later(() -> slow()); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Runnable r = flag ? () -> slow() : () -> { };",
        "Runnable r = flag ? App::slow : new Thread();",
        "Runnable r = null; if (flag) r = () -> slow(); if (r == null) return;",
        "Runnable r = flag ? () -> slow() : null;",
      })
  void a_function_may_be_chosen(String choice) throws IOException {
    Compiled app = app("synchronized void m(boolean flag) { " + choice + " r.run(); }");
    assertThat(app.path("m")).endsWith("App.slow", "LockSupport.park");
  }

  @Test
  void a_field_that_is_set_to_null_has_the_other_objects() throws IOException {
    Compiled app =
        app(
            "OutputStream memory = new ByteArrayOutputStream(); void drop() { memory = null; }"
                + " synchronized void m() throws IOException { memory.write(1); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all.forEach(Job::work)",
        "all.forEach(job -> job.work())",
        "Runnable r = all.get(0)::work; r.run()"
      })
  void a_reference_to_an_abstract_method_runs_what_overrides_it(String call) throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); }"
                + " static class Slow implements Job { public void work() { slow(); } }"
                + " synchronized void m(List<Job> all) { "
                + call
                + "; }");
    assertThat(app.path("m")).endsWith("App$Slow.work", "App.slow", "LockSupport.park");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Names().forEach(name -> slow())",
        "new Names().removeIf(name -> { slow(); return true; })",
        "new Own().forEach(name -> slow())"
      })
  void a_class_inherits_from_the_jdk_what_runs_a_function(String call) throws IOException {
    Compiled app =
        app(
            "static class Names extends ArrayList<String> { }"
                + " static class Own implements Iterable<String> {"
                + " public Iterator<String> iterator() { return List.of(\"a\").iterator(); } }"
                + " synchronized void m() { "
                + call
                + "; }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  @Test
  void a_class_of_its_own_method_of_that_name_does_what_its_code_does() throws IOException {
    Compiled app =
        app(
            "static class Names extends ArrayList<String> {"
                + " public void forEach(Consumer<? super String> none) { } }"
                + " synchronized void m() { new Names().forEach(name -> slow()); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }
}
