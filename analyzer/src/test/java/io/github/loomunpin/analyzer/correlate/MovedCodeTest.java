// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.stack.StackClasses;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent such as JaCoCo has moved the code, so that only the line and what is called tell. */
class MovedCodeTest {

  @TempDir private static Path folder;
  private static Path classes;
  private static OpenLookup open;
  private static StackClasses lookup;

  @BeforeAll
  static void compile() {
    classes =
        Compiled.in(
            folder.resolve("classes"),
            """
            // Line.java
            class Line {
              final Object a = new Object(); int n; Runnable r;
              void nap() {}
              void nap(int millis) {}
              void behind() { synchronized (a) { n++; } nap(); }
              void inside() { synchronized (a) { nap(); } n++; }
              void overloads() { synchronized (a) { nap(1); } nap(); }
              void both() { synchronized (a) { nap(); } nap(); }
              void sleeps() throws Exception { synchronized (a) { n++; } Thread.sleep(1); }
              void hidden() { synchronized (a) { r.run(); } r.run(); }
              void makes() { synchronized (a) { new Other(); } new Line(); }
              Line() {}
              void enters() {
                synchronized (a) {
                  nap();
                }
              }
            }
            class Other {}
            """);
    open = OpenLookup.of(classes);
    lookup = open.lookup();
  }

  @AfterAll
  static void close() {
    open.close();
  }

  @ParameterizedTest
  @CsvSource({"behind, ", "inside, LINE", "overloads, ", "both, POSSIBLE"})
  void what_is_called_tells_on_which_side_of_a_block_a_frame_stands(
      String method, String expected) {
    PinGroup pin =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .app("Line", "nap", "()V", 900, 4)
            .app("Line", method, "()V", 900, lineOf(method))
            .parked(10);

    assertThat(matches(pin)).isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  @Test
  void a_method_of_the_jdk_that_the_line_names_is_called_by_that_line() {
    PinGroup pin =
        stack()
            .jdk("java/lang/Thread", "sleep", "(J)V")
            .callingMoved(classes, "Line", "sleeps", "sleep")
            .parked(10);

    assertThat(matches(pin)).isEmpty();
  }

  @Test
  void what_a_hidden_class_calls_is_perhaps_called_inside() {
    PinGroup pin =
        stack()
            .app("Elsewhere", "lambda$0", "()V", 3, 8)
            .callingMoved(classes, "Line", "hidden", "run")
            .parked(10);

    assertThat(matches(pin)).containsExactly("POSSIBLE");
  }

  @Test
  void constructors_are_told_apart_by_their_class() {
    PinGroup pin =
        stack()
            .app("Line", "<init>", "()V", 900, 13)
            .callingMoved(classes, "Line", "makes", "<init>")
            .parked(10);

    assertThat(matches(pin)).isEmpty();
  }

  @Test
  void the_agents_code_beneath_a_line_with_nothing_but_a_monitor_is_no_sign_of_another_version() {
    int line = lineOf("enters") - 1;
    HolderFinder finder = new HolderFinder(lookup, true);
    PinGroup pin =
        stack()
            .jdk("jdk/internal/misc/Unsafe", "park")
            .jdk("java/lang/$UnpinMonitors", "enter")
            .app("Line", "enters", "()V", 900, line)
            .app("Line", "gone", "()V", 900, 1)
            .parked(10);

    finder.find(pin.cause(), pin.stack());

    assertThat(finder.misfits().clauses())
        .singleElement()
        .asString()
        .contains("1 of 2 recorded frames does not fit it, such as Line.gone:1;");
  }

  private static int lineOf(String method) {
    return stack()
        .calling(classes, "Line", method, "nap")
        .parked(1)
        .stack()
        .frames()
        .getFirst()
        .line();
  }

  private static List<String> matches(PinGroup pin) {
    return new HolderFinder(lookup, false)
        .find(pin.cause(), pin.stack()).stream()
            .map(holder -> holder.hold().surety().name())
            .toList();
  }
}
