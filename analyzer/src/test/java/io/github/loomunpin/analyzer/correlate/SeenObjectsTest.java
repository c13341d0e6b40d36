// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.rules.mode.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeenObjectsTest {

  static final class Locks {

    Object lock;

    Locks(Object lock) {
      this.lock = lock;
    }

    void enters() {
      synchronized (lock) {
        hashCode();
      }
    }

    void holds() {
      synchronized (lock) {
        hashCode();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "java/lang/Object, VIRTUAL",
    "[I, VIRTUAL",
    "java/util/Properties, NATIVE",
    "java/lang/Class, RUNTIME",
    "gone/Class, RUNTIME",
    "'', RUNTIME"
  })
  void an_event_tells_what_happens_to_the_object_that_a_thread_could_not_enter(
      String monitorClass, Mode mode) throws Exception {
    assertThat(modes(List.of(), entering(monitorClass))).containsExactly(mode);
  }

  @Test
  void what_one_thread_wanted_another_one_holds() throws Exception {
    PinGroup holding =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .calling(Locks.class, "holds", "hashCode", 0)
            .parked(10);

    assertThat(modes(List.of(), holding)).containsExactly(Mode.RUNTIME);
    assertThat(modes(List.of(entering("java/lang/Object")), holding)).containsExactly(Mode.VIRTUAL);
    assertThat(modes(List.of(entering("java/util/Properties")), holding))
        .containsExactly(Mode.NATIVE);
    assertThat(
            modes(List.of(entering("java/util/Properties"), entering("java/lang/Object")), holding))
        .containsExactly(Mode.RUNTIME);
  }

  private static PinGroup entering(String monitorClass) {
    return stack()
        .calling(Locks.class, "enters", "monitorenter", 0)
        .couldNotEnter(monitorClass, 10);
  }

  private static List<Mode> modes(List<PinGroup> seen, PinGroup pin) throws Exception {
    try (OpenLookup open = OpenLookup.at(Locks.class)) {
      HolderFinder finder = new HolderFinder(open.lookup(), false);
      finder.see(seen);
      return finder.holders(finder.kept(pin, true).monitors(), pin.stack()).stream()
          .map(holder -> holder.site().decision().mode())
          .toList();
    }
  }
}
