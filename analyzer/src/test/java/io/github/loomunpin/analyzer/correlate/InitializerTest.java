// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InitializerTest {

  @Test
  void names_who_is_in_the_initializer_of_the_class() throws Exception {
    assertThat(inInitializers("java/util/ArrayList", Optional.of("java/util/ArrayList")))
        .contains(new Initializer("java.util.ArrayList", true));
  }

  @Test
  void knows_that_what_a_class_extends_or_implements_is_initialized_first() throws Exception {
    assertThat(inInitializers("java/util/AbstractList", Optional.of("java/util/ArrayList")))
        .contains(new Initializer("java.util.AbstractList", true));
    assertThat(inInitializers("java/util/Collection", Optional.of("java/util/ArrayList")))
        .contains(new Initializer("java.util.Collection", true));
  }

  @Test
  void accuses_nobody_in_the_initializer_of_another_class() throws Exception {
    assertThat(inInitializers("java/util/HashMap", Optional.of("java/util/ArrayList"))).isEmpty();
    assertThat(inInitializers("java/util/LinkedList", Optional.of("java/util/AbstractList")))
        .isEmpty();
  }

  @Test
  void leaves_open_whose_initializer_it_is_where_the_class_is_not_known() throws Exception {
    assertThat(inInitializers("java/util/HashMap", Optional.empty()))
        .contains(new Initializer("java.util.HashMap", false));
  }

  private static Optional<Initializer> inInitializers(String type, Optional<String> waitedFor)
      throws Exception {
    List<Frame> frames =
        Stream.of("sleep", "<clinit>")
            .map(method -> new Frame(type, method, "()V", 0, -1, true, false))
            .toList();
    OtherThread thread =
        new OtherThread("", 7, false, PinKind.PARKED, new Stack(frames, false), TimeSpan.NEVER);
    try (ClassPath none = ClassPath.open(List.of(), ReadOptions.DEFAULT, new Gaps())) {
      return Initializer.of(thread, waitedFor, OpenLookup.classes(none, Sameness.SAME_FLAGS));
    }
  }
}
