// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FollowedOnlyIfKnownTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (String name : new Names()) { name.hashCode(); }",
        "Iterator<String> all = new Names().iterator(); all.next();",
        "try (AutoCloseable open = open()) { hashCode(); }",
        "field.close();"
      })
  void interfaces_of_the_jdk_are_followed_on_known_objects(String code) throws IOException {
    assertThat(onKnown(code)).isEqualTo(Grade.BLOCKS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (String name : List.of(\"a\")) { name.hashCode(); }",
        "given.iterator().next();",
        "try (AutoCloseable open = any) { hashCode(); }"
      })
  void interfaces_of_the_jdk_are_not_followed_on_unknown_objects(String code) throws IOException {
    assertThat(onKnown(code)).isEqualTo(Grade.SHORT);
  }

  private Grade onKnown(String code) throws IOException {
    return Compiled.app(
            folder,
            "static class Names implements Iterable<String> {"
                + " public Iterator<String> iterator() { return new Iterator<>() {"
                + " public boolean hasNext() { return true; }"
                + " public String next() { slow(); return \"a\"; } }; } }"
                + " static class Open implements AutoCloseable { public void close() { slow(); } }"
                + " static AutoCloseable open() { return new Open(); }"
                + " final AutoCloseable field = new Open(); AutoCloseable any;"
                + " App(AutoCloseable any) { this.any = any; } "
                + " synchronized void m(List<String> given) throws Exception { "
                + code
                + " }")
        .grade("m");
  }
}
