// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtherLoadOrderTest {

  private final Answers live = new Answers();

  OtherLoadOrderTest() {
    live.superNames.put("app/Sub", "app/Base");
    live.superNames.put("app/Base", "java/lang/Object");
    live.superNames.put("app/Other", "java/lang/Object");
    live.superNames.put("app/InFile", "java/lang/Object");
    live.loaded.addAll(List.of("app/Base", "app/Other"));
  }

  /** The names of which something is known, once for each of the likely orders of loading. */
  private List<List<String>> known(String own) {
    List<List<String>> known = new ArrayList<>();
    for (ModeQuestions questions : OtherLoadOrder.likely(live, own)) {
      known.add(
          List.of("app/Sub", "app/Base", "app/Other", "app/InFile", "java/util/List").stream()
              .filter(name -> questions.find(name).isPresent())
              .toList());
    }
    return known;
  }

  @Test
  void the_superclass_or_all_loaded_classes_are_unknown() {
    assertThat(known("app/Sub"))
        .containsExactly(
            List.of("app/Sub", "app/Other", "app/InFile", "java/util/List"),
            List.of("app/Sub", "app/InFile", "java/util/List"));
  }

  @Test
  void the_class_itself_is_known() {
    live.loaded.add("app/Sub");

    assertThat(known("app/Sub")).allSatisfy(names -> assertThat(names).contains("app/Sub"));
  }

  @Test
  void without_a_superclass_that_is_known_all_loaded_classes_are_unknown() {
    assertThat(known("app/Unheard"))
        .containsExactly(List.of("app/Sub", "app/InFile", "java/util/List"));
  }
}
