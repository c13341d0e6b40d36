// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeeperWordsTest {

  private static final List<Seen> FRAMES =
      List.of(app("a/A", "inner", 1), app("a/B", "keeps", 2), app("a/C", "outer", 3));

  @Test
  void every_kind_has_a_clause_with_the_code_it_happened_to() {
    assertThat(words("a/T", true))
        .containsExactly(
            "waits for another thread to initialize a.T",
            "in the static initializer of a.B",
            "waits for another thread to load a class",
            "the JVM called a.B.keeps to load a.T for a.C.outer:3",
            "the JVM links a call in a.C.outer:3",
            "the JVM lets Java agents transform a class that a.C.outer:3 needs",
            "in the native method a.B.keeps, called by a.C.outer:3",
            "the native method a.B.keeps called back a.A.inner",
            "a foreign function, called through a method handle in a.B.keeps:2, called back"
                + " a.A.inner");
    assertThat(words("", true))
        .contains(
            "waits for another thread to initialize a class",
            "the JVM called a.B.keeps to load a class for a.C.outer:3");
  }

  @Test
  void the_brief_clause_is_the_same_for_all_callers() {
    assertThat(words("a/T", false))
        .containsExactly(
            "waits for another thread to initialize a class",
            "in the static initializer of a.B",
            "waits for another thread to load a class",
            "the JVM called a.B.keeps to load a class",
            "the JVM links a call",
            "the JVM lets Java agents transform a class",
            "in the native method a.B.keeps",
            "the native method a.B.keeps called back into Java",
            "a foreign function, called through a method handle, called back into Java");
  }

  private static List<String> words(String needed, boolean whole) {
    List<String> words = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      CarrierKeeper keeper = new CarrierKeeper(kind, 1, Surety.SAID, needed);
      words.add(whole ? KeeperWords.of(keeper, FRAMES) : KeeperWords.brief(keeper, FRAMES));
    }
    return words;
  }

  private static Seen app(String type, String method, int line) {
    return new Seen(type, method, "", -1, line, false, false);
  }
}
