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

/** Where code runs that is not on the class path, as others implement or give it. */
class OpenWorldTest {

  private static final String FACTORY =
      "public interface Factory { Object make(); Object getName(); default void log() { } }";

  @TempDir Path folder;

  private Compiled app(String members) throws IOException {
    return Compiled.app(folder, members);
  }

  @ParameterizedTest
  @ValueSource(strings = {"factory.make();", "near();"})
  void an_interface_that_nothing_implements_is_a_guess(String call) throws IOException {
    Compiled app =
        app(
            FACTORY
                + " Factory factory; void near() { factory.make(); } synchronized void m() { "
                + call
                + " }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.path("m")).endsWith("App$Factory.make");
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OUTSIDE);
    assertThat(app.verdict("m").path().orElseThrow().guesses().get(0).text())
        .startsWith("nothing on the class path implements App$Factory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"factory.log();", "far();", "hidden.make();"})
  void not_if_it_has_code_or_is_far_away_or_nobody_else_can_implement_it(String call)
      throws IOException {
    Compiled app =
        app(
            FACTORY
                + " interface Hidden { void make(); } Factory factory; Hidden hidden;"
                + " void far() { near(); } void near() { factory.make(); }"
                + " synchronized void m() { "
                + call
                + " }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static class One implements Factory { public Object make() { return 1; }"
            + " public Object getName() { return 1; } } Object one = new One();",
        "static final InvocationHandler HANDLER = (proxy, method, arguments) -> 1;"
            + " Object one = Proxy.newProxyInstance(App.class.getClassLoader(),"
            + " new Class<?>[] {Factory.class}, HANDLER);"
      })
  void what_the_class_path_implements_is_followed_and_nothing_else(String implementation)
      throws IOException {
    Compiled app =
        app(
            FACTORY
                + implementation
                + " Factory factory; synchronized void m() { factory.make(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void an_annotation_has_no_code_that_blocks() throws IOException {
    Compiled app =
        app("public @interface Note { int value(); } synchronized void m(Note n) { n.value(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "App(Runnable given) { kept = given; }",
        "void set(Runnable given) { kept = given; }",
        "void set(Runnable given) { kept = given == null ? () -> { } : given; }"
      })
  void a_function_in_a_field_may_be_what_a_constructor_or_method_is_given(String setter)
      throws IOException {
    Compiled app = app("Runnable kept; " + setter + " synchronized void m() { kept.run(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OUTSIDE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "final Maker kept; App(Maker given) { kept = given; } synchronized void m() {"
            + " kept.make(); }",
        "final Maker kept; App(Maker given) { kept = Objects.requireNonNull(given); }"
            + " synchronized void m() { near(); } void near() { kept.make(); }",
        "Maker once(Maker given) { return new Maker() { public synchronized Object make() {"
            + " return given.make(); } Object m() { synchronized (this) {"
            + " return given.make(); } } }; }",
        "Maker once(Maker given, Object lock) { return () -> { synchronized (lock) {"
            + " return m(given); } }; } synchronized Object m(Maker given) {"
            + " Maker kept = () -> given.make(); return kept.make(); }",
        "public interface Cached extends Maker { default Object m() { synchronized (this) {"
            + " return make(); } } }"
      })
  void a_function_that_code_is_given_may_block_whatever_implements_it(String code)
      throws IOException {
    Compiled app =
        app(
            "public interface Maker { Object make(); } static class A implements Maker {"
                + " public Object make() { return 1; } } static List<Maker> makers = List.of("
                + "new A(), () -> 1, () -> 2, () -> 3, () -> 4, () -> 5); "
                + code);
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).contains(Guess.Why.OUTSIDE);
  }

  @Test
  void it_blocks_if_one_of_those_on_the_class_path_does() throws IOException {
    Compiled app =
        app(
            "interface Maker { Object make(); } static class A implements Maker {"
                + " public Object make() { slow(); return 1; } } static List<Maker> makers ="
                + " List.of(new A(), () -> 1, () -> 2, () -> 3, () -> 4, () -> 5);"
                + " final Maker kept; App(Maker given) { kept = given; }"
                + " synchronized void m() { near(); } void near() { kept.make(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("m"))
        .containsExactly("App.m", "App.near", "App$A.make", "App.slow", "LockSupport.park");
    assertThat(app.guesses("m")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Supplier", "Callable"})
  void it_blocks_if_a_function_that_the_class_is_given_does(String type) throws IOException {
    Compiled app =
        app(
            "static class Memo { final TYPE<Object> kept; Object value;".replace("TYPE", type)
                + " Memo(TYPE<Object> given) { kept = given; }".replace("TYPE", type)
                + " synchronized Object m() throws Exception { return value = kept.METHOD(); } }"
                    .replace("METHOD", type.equals("Supplier") ? "get" : "call")
                + " static Memo a = new Memo(() -> 1), b = new Memo(() -> 2),"
                + " c = new Memo(() -> { slow(); return 3; }), d = new Memo(() -> 4),"
                + " e = new Memo(() -> 5);");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("m")).endsWith("App.slow", "LockSupport.park");
  }

  @Test
  void an_implementation_that_only_throws_is_none() throws IOException {
    Compiled app =
        app(
            "interface Part { void run(int n); void stop(); } static class A implements Part {"
                + " public void run(int n) { slow(); } public void stop() { } } "
                + refusing("B")
                + refusing("C")
                + refusing("D")
                + " static List<Part> parts = List.of(new A(), new B(), new C(), new D());"
                + " synchronized void m() { parts.get(0).run(1); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  private static String refusing(String name) {
    return " static class "
        + name
        + " implements Part { public void run(int n) { throw new IllegalStateException("
        + " n > 0 ? \"a\" : \"b\"); } public void stop() { } }";
  }

  @Test
  void constants_of_an_enum_have_what_the_enum_gives_them() throws IOException {
    Compiled app =
        app(
            "enum Kind { LIST(ArrayList::new), SET(HashSet::new); final Supplier<Object> maker;"
                + " Kind(Supplier<Object> maker) { this.maker = maker; }"
                + " synchronized Object m() { return maker.get(); } }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_function_in_a_field_that_only_the_class_sets_is_known() throws IOException {
    Compiled app = app("Runnable kept = () -> { }; synchronized void m() { kept.run(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public synchronized void m(Runnable given) { given.run(); }",
        "protected synchronized void m(Callable<?> given) throws Exception { given.call(); }",
        "public interface Job { void doIt(); static Job none() { return () -> { }; } }"
            + " public synchronized void m(Job given) { given.doIt(); }",
        "public interface Maker { Object getObject(); static Maker none() { return () -> 0; } }"
            + " public synchronized void m(Maker given) { given.getObject(); }"
      })
  void others_may_give_a_method_any_function(String method) throws IOException {
    Compiled app = app(method);
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OUTSIDE);
  }

  @Test
  void what_others_give_a_method_to_get_a_number_from_is_no_function() throws IOException {
    Compiled app =
        app(
            "public interface Sized { long getSize(); static Sized none() { return () -> 0; } }"
                + " public synchronized void m(Sized given) { given.getSize(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_method_that_others_cannot_call_runs_what_its_callers_give() throws IOException {
    Compiled app =
        app(
            "private synchronized void m(Runnable given) { given.run(); }"
                + " void caller() { m(() -> { }); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void who_gives_a_method_a_function_knows_what_it_does() throws IOException {
    Compiled app =
        app(
            "public void with(Runnable given) { given.run(); }"
                + " synchronized void m() { with(() -> { }); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_path_to_what_blocks_says_more() throws IOException {
    Compiled app =
        app("public synchronized void m(Runnable given) throws Exception { given.run(); slow(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("m")).endsWith("App.slow", "LockSupport.park");
  }

  @Test
  void nobody_waits_behind_a_site_that_may_run_what_blocks() throws IOException {
    Compiled app =
        app(
            "public synchronized void m(Runnable given) { given.run(); }"
                + " synchronized void other() { }");
    assertThat(app.grade("other")).isEqualTo(Grade.SHORT);
  }
}
