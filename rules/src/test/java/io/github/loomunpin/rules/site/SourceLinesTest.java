// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceLinesTest {

  /** As Kotlin 2.2.20 writes it for a class of a file with nine lines. */
  private static final String KOTLIN =
      """
      SMAP
      T11.kt
      Kotlin
      *S Kotlin
      *F
      + 1 T11.kt
      k/K
      + 2 T11.kt
      k/T11Kt
      + 3 fake.kt
      kotlin/jvm/internal/FakeKt
      + 4 _Collections.kt
      kotlin/collections/CollectionsKt___CollectionsKt
      *L
      1#1,9:1
      4#2:10
      1#3:11
      1869#4,2:12
      *S KotlinDebug
      *F
      + 1 T11.kt
      k/K
      *L
      6#1:10
      6#1:11
      6#1:12,2
      *E
      """;

  @Test
  void lines_of_inlined_functions_are_those_of_the_calls_and_of_the_functions() {
    SourceLines lines = SourceLines.of(KOTLIN);

    assertThat(lines.inSource(10)).isEqualTo(6);
    assertThat(lines.inlinedFrom(10)).isEqualTo("T11.kt:4");
    assertThat(lines.inSource(13)).isEqualTo(6);
    assertThat(lines.inlinedFrom(12)).isEqualTo("_Collections.kt:1869");
    assertThat(lines.inlinedFrom(13)).isEqualTo("_Collections.kt:1870");
  }

  @Test
  void lines_of_no_source_have_the_line_of_the_call_alone() {
    SourceLines lines = SourceLines.of(KOTLIN);

    assertThat(lines.inSource(11)).isEqualTo(6);
    assertThat(lines.inlinedFrom(11)).isEmpty();
  }

  @Test
  void lines_of_the_file_are_themselves() {
    SourceLines lines = SourceLines.of(KOTLIN);

    assertThat(lines.inSource(6)).isEqualTo(6);
    assertThat(lines.inlinedFrom(6)).isEmpty();
    assertThat(lines.inSource(-1)).isEqualTo(-1);
  }

  @Test
  void what_is_no_source_map_changes_nothing() {
    for (String debug : new String[] {null, "", "SMAP", "SMAP\n*L\n7#1:x\n1,999999999:1", "x"}) {
      assertThat(SourceLines.of(debug).inSource(7)).isEqualTo(7);
    }
  }
}
