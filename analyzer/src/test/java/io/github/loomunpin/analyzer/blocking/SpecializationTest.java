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

/** What a method does only if it is given something else than it is. */
class SpecializationTest {

  private static final String FLAGS =
      "static void flag(boolean wait) { if (wait) { slow(); } }"
          + " static void notFlag(boolean skip) { if (!skip && hashed()) { slow(); } }"
          + " static boolean hashed() { return new Object().hashCode() > 1; }"
          + " static void through(boolean wait) { flag(wait); }"
          + " static void changed(boolean wait) { wait = hashed(); if (wait) { slow(); } }"
          + " static void caught(boolean wait) { try { flag(wait); if (wait) { return; }"
          + " throw new IllegalStateException(); } catch (RuntimeException e) { slow(); } }"
          + " static void either(boolean wait, boolean other) {"
          + " if (hashed() ? wait : other) { slow(); } }"
          + " static void loop(boolean wait) { for (int i = 0; i < 2; i++) {"
          + " if (wait) { slow(); } wait = true; } }"
          + " static void copy(InputStream in) throws IOException { in.read(); }"
          + " static void parse(Reader in) throws IOException {"
          + " new BufferedReader(in).readLine(); }"
          + " static void open(InputStream in) throws IOException {"
          + " parse(new InputStreamReader(in)); } ";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flag(false);",
        "notFlag(true);",
        "through(false);",
        "boolean no = false; flag(hashed() ? false : false); hashed();",
        "copy(new ByteArrayInputStream(new byte[1]));",
        "parse(new StringReader(\"a\"));",
        "open(App.class.getResourceAsStream(\"a\"));",
      })
  void what_is_given_leaves_out(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flag(true);",
        "flag(hashed());",
        "notFlag(false);",
        "through(true);",
        "through(hashed());",
        "changed(false);",
        "caught(false);",
        "either(false, true);",
        "loop(false);",
        "flag(hashed() ? true : false);",
        "boolean wait = false; wait = hashed(); flag(wait);",
      })
  void what_is_given_leads_to(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copy(s.getInputStream());",
        "copy(hashed() ? new ByteArrayInputStream(new byte[1]) : s.getInputStream());",
        "InputStream in = new ByteArrayInputStream(new byte[1]); if (hashed()) {"
            + " in = s.getInputStream(); } copy(in);",
        "open(s.getInputStream());",
      })
  void streams_that_may_be_of_a_socket_may_block(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  @Test
  void a_constant_is_followed_through_an_interface() throws IOException {
    Compiled compiled =
        Compiled.app(
            folder,
            FLAGS
                + "interface Hook { void action(boolean wait); }"
                + " static class Processor implements Hook {"
                + " public void action(boolean wait) { flag(wait); } }"
                + " static Hook hook = new Processor();"
                + " static void action(boolean wait) { hook.action(wait); }"
                + " synchronized void reads() { action(false); }"
                + " synchronized void pauses() { action(true); }");

    assertThat(compiled.grade("reads")).isEqualTo(Grade.BEHIND);
    assertThat(compiled.grade("pauses")).isEqualTo(Grade.BLOCKS);
    assertThat(compiled.path("pauses"))
        .containsExactly(
            "App.pauses",
            "App.action",
            "App$Processor.action",
            "App.flag",
            "App.slow",
            "LockSupport.park");
  }

  @Test
  void the_variables_of_a_lambda_are_not_its_arguments() throws IOException {
    Compiled compiled =
        Compiled.app(
            folder,
            FLAGS
                + "interface Step { void run(boolean wait); }"
                + " static void take(Step step) { step.run(false); }"
                + " synchronized void m(boolean wait) { take(ignored -> flag(wait)); }");

    assertThat(compiled.grade("m")).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void functions_that_a_variant_is_given_are_run() throws IOException {
    Compiled compiled =
        Compiled.app(
            folder,
            FLAGS
                + "static void with(boolean wait, Runnable task) { flag(wait); task.run(); }"
                + " synchronized void m() { with(false, App::slow); }"
                + " synchronized void fast() { with(false, App::hashed); }");

    assertThat(compiled.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(compiled.grade("fast")).isEqualTo(Grade.BEHIND);
  }

  private Compiled of(String code) throws IOException {
    return Compiled.app(
        folder, FLAGS + "synchronized void m(java.net.Socket s) throws Exception { " + code + " }");
  }
}
