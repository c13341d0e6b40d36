// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One test for each way in which code runs other code. */
class CallEdgesTest {

  @TempDir Path folder;

  private Compiled app(String members) throws IOException {
    return Compiled.app(folder, members);
  }

  @Test
  void static_private_and_super_calls_need_no_guess() throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class Base { void up() { LockSupport.park(); } }"
                + "class App extends Base {"
                + " synchronized void m() { first(); } private void first() { second(); }"
                + " static void second() { new App().third(); }"
                + " private void third() { super.up(); } }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("m"))
        .containsExactly(
            "App.m", "App.first", "App.second", "App.third", "Base.up", "LockSupport.park");
  }

  @Test
  void the_shortest_path_is_taken() throws IOException {
    Compiled app =
        app("synchronized void m() { around(); slow(); } static void around() { slow(); }");
    assertThat(app.path("m")).containsExactly("App.m", "App.slow", "LockSupport.park");
  }

  @Test
  void steps_have_the_lines_of_their_calls() throws IOException {
    Compiled app = app("\nsynchronized void m() {\n slow();\n }");
    assertThat(app.verdict("m").path().orElseThrow().steps().get(0).line()).isEqualTo(3);
  }

  @Test
  void an_interface_with_one_implementation_needs_no_guess() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); } static class Only implements Job {"
                + " public void work() { slow(); } } Job job = new Only();"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void an_interface_with_several_implementations_is_a_guess() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); }"
                + " static class Slow implements Job { public void work() { slow(); } }"
                + " static class Fast implements Job { public void work() { } }"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.SEVERAL_TARGETS);
  }

  @Test
  void implementations_that_all_block_are_no_guess() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); }"
                + " static class One implements Job { public void work() { slow(); } }"
                + " static class Two implements Job { public void work() { slow(); } }"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void one_of_many_implementations_is_not_followed() throws IOException {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      many.append("static class F" + i + " implements Job { public void work() { } }");
    }
    Compiled app =
        app(
            "interface Job { void work(); } static class Slow implements Job {"
                + " public void work() { slow(); } }"
                + many
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void wrappers_that_pass_the_call_on_do_not_make_it_less_likely() throws IOException {
    StringBuilder wrappers = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      wrappers.append(
          "static class W" + i + " implements Job { Job in; public void work() { in.work(); } }");
    }
    Compiled app =
        app(
            "interface Job { void work(); } static class Slow implements Job {"
                + " public void work() { slow(); } }"
                + wrappers
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  /** As a sink that buffers does, whose sink counts, whose sink writes to a socket. */
  @Test
  void wrappers_that_pass_the_call_on_by_methods_of_their_own_do_not_either() throws IOException {
    StringBuilder wrappers = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      wrappers.append(
          ("static class W%d implements Job { Job in; public void work() { emit(); }"
                  + " void emit() { flush(); } void flush() { in.work(); } }")
              .formatted(i));
    }
    Compiled app =
        app(
            "interface Job { void work(); } static class Slow implements Job {"
                + " public void work() { slow(); } }"
                + wrappers
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  @Test
  void an_object_that_was_just_made_has_its_own_method() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); }"
                + " static class Slow implements Job { public void work() { slow(); } }"
                + " static class Fast implements Job { public void work() { } }"
                + " synchronized void slowly() { Job job = new Slow(); job.work(); }"
                + " synchronized void fast() { Job job = new Fast(); job.work(); }");
    assertThat(app.grade("slowly")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("fast")).isNotEqualTo(Grade.MAY_BLOCK);
    assertThat(app.result().verdicts().of(app.site("fast")).orElseThrow().grade())
        .isEqualTo(Grade.BEHIND);
  }

  @Test
  void a_field_has_the_objects_that_are_stored_in_it() throws IOException {
    Compiled app =
        app(
            "final OutputStream memory = new ByteArrayOutputStream(); OutputStream any;"
                + " App(OutputStream any) { this.any = any; }"
                + " synchronized void fast() throws IOException { memory.write(1); }"
                + " void m() throws IOException { synchronized (memory) { any.write(1); } }");
    assertThat(app.grade("fast")).isEqualTo(Grade.SHORT);
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OPERATION);
  }

  @Test
  void a_method_returns_the_object_that_it_makes() throws IOException {
    Compiled app =
        app(
            "private static OutputStream memory() { return new ByteArrayOutputStream(); }"
                + " synchronized void m() throws IOException { memory().write(1); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_lambda_runs_where_its_interface_is_called() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); } static Job job = () -> slow();"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void a_method_reference_runs_where_its_interface_is_called() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); } static Job job = App::slow;"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void a_template_runs_the_callback_of_its_caller_only() throws IOException {
    Compiled app =
        app(
            "static void template(Runnable task) { nested(task); }"
                + " static void nested(Runnable task) { task.run(); }"
                + " synchronized void slowly() { template(() -> slow()); }"
                + " static synchronized void fast() { template(() -> { }); }");
    assertThat(app.grade("slowly")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("fast")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_function_given_to_the_jdk_may_run() throws IOException {
    Compiled app = app("synchronized void m(List<String> all) { all.forEach(each -> slow()); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.CALLBACK);
  }

  @Test
  void a_function_given_to_another_thread_does_not_run_here() throws IOException {
    Compiled app =
        app(
            "synchronized void m() { new Thread(() -> slow()).start();"
                + " CompletableFuture.runAsync(() -> slow()); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_stream_that_is_made_and_ended_under_the_monitor_may_run_its_functions()
      throws IOException {
    Compiled app =
        app(
            "static int slowly(int x) { slow(); return x; }"
                + " synchronized void m(List<Integer> all) {"
                + " all.stream().map(App::slowly).filter(x -> x > 1).count(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.CALLBACK);
  }

  @Test
  void a_dynamic_proxy_runs_its_handler() throws IOException {
    Compiled app =
        app(
            "interface Closer { void close(); } interface Channel extends Closer { }"
                + " static class Handler implements InvocationHandler {"
                + " public Object invoke(Object proxy, Method method, Object[] all) {"
                + " slow(); return null; } }"
                + " static Channel make() { return (Channel) Proxy.newProxyInstance("
                + "App.class.getClassLoader(), new Class<?>[] {Channel.class}, new Handler()); }"
                + " synchronized void m(Closer given) { given.close(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.PROXY);
    assertThat(app.path("m"))
        .containsExactly("App.m", "App$Handler.invoke", "App.slow", "LockSupport.park");
  }

  @Test
  void a_handler_may_be_a_lambda_a_field_or_the_object_itself() throws IOException {
    String make = "Proxy.newProxyInstance(null, new Class<?>[] {Job.class}, ";
    for (String handler : List.of("(p, m, all) -> { slow(); return null; }", "kept", "this")) {
      Compiled app =
          Compiled.of(
              folder,
              "class App implements InvocationHandler { "
                  + Compiled.SLOW
                  + "interface Job { void work(); } InvocationHandler kept = new App();"
                  + " public Object invoke(Object proxy, Method method, Object[] all) {"
                  + " slow(); return null; }"
                  + " Object make() { return "
                  + make
                  + handler
                  + "); }"
                  + " synchronized void m(Job given) { given.work(); } }");
      assertThat(app.grade("m")).as(handler).isEqualTo(Grade.MAY_BLOCK);
    }
  }

  @Test
  void a_proxy_of_another_interface_is_not_called() throws IOException {
    Compiled app =
        app(
            "interface Job { void work(); } interface Other { void work(); }"
                + " static class Quick implements Job { public void work() { } }"
                + " static Object make() { return Proxy.newProxyInstance(null,"
                + " new Class<?>[] {Other.class}, (p, m, all) -> { slow(); return null; }); }"
                + " synchronized void m(Job given) { given.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_native_method_may_call_what_it_is_given() throws IOException {
    Compiled app =
        app(
            "interface Listener { void told(); }"
                + " static class Slow implements Listener { public void told() { slow(); } }"
                + " static native void listen(Listener listener); static native void load(int x);"
                + " synchronized void m() { listen(new Slow()); }"
                + " void fast() { load(1); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.CALLBACK);
    assertThat(app.result().verdicts().hazards())
        .extracting(Hazard::kind, Hazard::method, Hazard::grade)
        .containsExactly(tuple(Hazard.Kind.NATIVE_METHOD, "listen", Grade.MAY_BLOCK));
  }

  @Test
  void a_default_method_of_an_interface_is_inherited() throws IOException {
    Compiled app =
        app(
            "interface Job { default void work() { slow(); } } static class Only implements Job { }"
                + " Job job = new Only(); synchronized void m() { job.work(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void the_default_method_of_the_more_specific_interface_is_inherited() throws IOException {
    for (String order : List.of("Up, Down", "Down, Up")) {
      Compiled app =
          app(
              "interface Up { default void work() { } }"
                  + " interface Down extends Up { default void work() { slow(); } }"
                  + " static class Both implements "
                  + order
                  + " { } synchronized void m() { new Both().work(); }");
      assertThat(app.grade("m")).as(order).isEqualTo(Grade.BLOCKS);
    }
  }

  @Test
  void what_a_class_inherits_from_the_jdk_is_in_the_catalogue() throws IOException {
    Compiled app =
        app(
            "static class Worker extends Thread { } Worker worker = new Worker();"
                + " synchronized void m() throws Exception { worker.join(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("m")).endsWith("Thread.join");
  }

  @Test
  void a_call_chain_is_followed_further_if_nothing_is_guessed() throws IOException {
    StringBuilder chain =
        new StringBuilder(
            "static OutputStream out; static void s0() { slow(); }"
                + " static void g0() { try { out.write(1); } catch (IOException e) { } }");
    for (int i = 1; i < 20; i++) {
      chain.append("static void s" + i + "() { s" + (i - 1) + "(); }");
      chain.append("static void g" + i + "() { g" + (i - 1) + "(); }");
    }
    Compiled app =
        app(
            chain
                + " synchronized void m() { s17(); } static synchronized void far() { s18(); }"
                + " static void guessed(Object lock) { synchronized (lock) { g8(); } }"
                + " static void farther(Object lock) { synchronized (lock) { g9(); } }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("far")).isEqualTo(Grade.SHORT);
    assertThat(app.grade("guessed")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.grade("farther")).isEqualTo(Grade.SHORT);
  }

  @Test
  void recursion_ends() throws IOException {
    Compiled app =
        app(
            "synchronized void m(int n) { even(n); } static void even(int n) { odd(n); }"
                + " static void odd(int n) { even(n); if (n == 0) slow(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }
}
