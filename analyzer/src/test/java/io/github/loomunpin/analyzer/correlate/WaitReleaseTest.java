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

class WaitReleaseTest {

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
            // Waits.java
            class Waits {
              Object lockOf(int k) { return this; }
              Object find(int k) { return this; }
              void outer() throws Exception {
                synchronized (lockOf(1)) {
                  inner();
                }
              }
              synchronized void inner() throws Exception {
                await(1);
              }
              static synchronized void ofClass(Waits waits) throws Exception {
                waits.outer();
              }
              void await(int k) throws Exception {
                find(k).wait();
              }
            }
            class Sub extends Waits {}
            """);
    open = OpenLookup.of(classes);
    lookup = open.lookup();
  }

  @AfterAll
  static void close() {
    open.close();
  }

  @Test
  void an_object_of_another_class_was_not_released() {
    assertThat(find(waiting().waitingOn("java/lang/Object", 10)))
        .containsExactly("AWAITED await BCI", "HELD inner BCI", "HELD ofClass BCI");
  }

  @Test
  void of_several_objects_of_that_class_each_is_perhaps_held() {
    assertThat(find(waiting().waitingOn("Sub", 10)))
        .containsExactly(
            "AWAITED await BCI", "HELD inner POSSIBLE", "HELD outer POSSIBLE", "HELD ofClass BCI");
  }

  @Test
  void a_class_waits_only_on_itself() {
    assertThat(find(waiting().waitingOn("java/lang/Class", 10)))
        .containsExactly(
            "AWAITED await BCI", "HELD inner BCI", "HELD outer POSSIBLE", "HELD ofClass POSSIBLE");
  }

  @Test
  void the_class_of_an_object_that_is_not_found_excludes_nothing_but_classes() {
    assertThat(find(waiting().waitingOn("Unknown", 10)))
        .containsExactly(
            "AWAITED await BCI", "HELD inner POSSIBLE", "HELD outer POSSIBLE", "HELD ofClass BCI");
  }

  @Test
  void a_stack_that_is_not_whole_may_hide_the_object() {
    PinGroup pin = waiting().app("Missing", "run", "()V", 1, 1).waitingOn("java/lang/Object", 10);

    assertThat(find(pin))
        .containsExactly(
            "AWAITED await BCI", "HELD inner BCI", "HELD outer POSSIBLE", "HELD ofClass BCI");
  }

  private static Stacks waiting() {
    return stack()
        .nativeMethod("java/lang/Object", "wait0")
        .jdk("java/lang/Object", "wait")
        .calling(classes, "Waits", "await", "wait")
        .calling(classes, "Waits", "inner", "await")
        .calling(classes, "Waits", "outer", "inner")
        .calling(classes, "Waits", "ofClass", "outer");
  }

  private static List<String> find(PinGroup pin) {
    return new HolderFinder(lookup, false)
        .find(pin.cause(), pin.stack()).stream()
            .map(h -> h.use() + " " + h.site().method() + " " + h.hold().surety())
            .toList();
  }
}
