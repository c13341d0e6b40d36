// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockTest {

  @TempDir Path folder;

  @Test
  void a_field_is_one_lock_wherever_it_is_inherited() throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class Base { final Object lock = new Object();"
                + " void up() { synchronized (lock) { hashCode(); } } }"
                + "class App extends Base { void down() { synchronized (lock) { hashCode(); } } }");
    assertThat(app.verdict("down").lock().id()).isEqualTo("field Base.lock");
    assertThat(app.verdict("down").lock()).isEqualTo(app.verdict("up").lock());
  }

  @Test
  void a_static_method_locks_its_class_as_a_literal_does() throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class App { static synchronized void all() { }"
                + " void some() { synchronized (App.class) { hashCode(); } } }");
    assertThat(app.verdict("some").lock()).isEqualTo(app.verdict("all").lock());
    assertThat(app.verdict("some").lock().kind()).isEqualTo(Lock.Kind.CLASS);
  }

  @Test
  void parameters_of_unknown_classes_are_locks_of_their_own() throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class App { void one(Object it) { synchronized (it) { hashCode(); } }"
                + " void two(Object it) { synchronized (it) { hashCode(); } } }");
    assertThat(app.verdict("one").lock().kind()).isEqualTo(Lock.Kind.UNKNOWN);
    assertThat(app.verdict("one").lock()).isNotEqualTo(app.verdict("two").lock());
  }
}
