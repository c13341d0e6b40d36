// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.Schemas;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExplainCommandTest extends CommandTest {

  private static final Path VERSIONS = Path.of(System.getProperty("version.jars"));
  private static final String NEW = VERSIONS.resolve("postgresql-42.7.8.jar").toString();
  private static final String OLD =
      Path.of(System.getProperty("published.jars"), "postgresql-42.2.16.jar").toString();

  @Test
  void text_has_the_code_the_path_the_lock_and_the_fix() {
    assertExit(0, "explain", "LruCache#borrow", NEW);

    assertThat(out.toString())
        .startsWith("org.postgresql.util.LruCache.borrow, LruCache.java:124  41aa930e\n")
        .contains("  Site      synchronized (cache: Map)\n")
        .contains("  Grade     may block: a thread can block while it holds this monitor, by a")
        .contains("  Agent     the agent converts it\n")
        .contains(
            "3 other sites lock it:\n            LruCache.put (may block), LruCache.get (short), ")
        .contains("→ org.postgresql.util.LruCache$CreateAction.create (LruCache.java)\n")
        .contains("  Fix       the maintainers converted monitors in 42.6.0")
        .contains("org/postgresql/util/LruCache.java in " + VERSIONS)
        .contains(">   124      synchronized (cache) {\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void an_old_version_is_told_its_fix() {
    assertExit(0, "explain", "org.postgresql.util.LruCache.get", OLD);

    assertThat(out.toString())
        .contains("  Fix       fixed in 42.6.0 (199 sites in 42.5.4, 16 in 42.6.0)\n")
        .contains("https://github.com/pgjdbc/pgjdbc/pull/2635");
  }

  @Test
  void json_says_the_same() throws IOException {
    assertExit(0, "explain", "LruCache#borrow", NEW, "--format", "json");

    Schemas.assertValid("site", out.toString());
    JsonNode document = new ObjectMapper().readTree(out.toString());
    assertThat(document.at("/format").asText()).isEqualTo("loom-unpin/site");
    assertThat(document.at("/found/site/id").asText()).isEqualTo("41aa930e");
    assertThat(document.at("/found/site/grade").asText()).isEqualTo("MAY_BLOCK");
    assertThat(document.at("/found/library/name").asText()).isEqualTo("postgresql");
    assertThat(document.at("/sameLock")).hasSize(3);
    assertThat(document.at("/advice/kind").asText()).isEqualTo("HAS_FIX");
    assertThat(document.at("/code/markedLine").asInt()).isEqualTo(124);
    assertThat(document.has("candidates")).isFalse();
  }

  @Test
  void several_sites_are_listed() {
    assertExit(2, "explain", "LruCache", NEW);

    assertThat(out.toString())
        .startsWith("'LruCache' may be any of 4 sites; give the id or the line of one:\n")
        .contains("     41aa930e  org.postgresql.util.LruCache.borrow:124  synchronized (cache:\n");
  }

  @Test
  void lists_of_sites_fit_the_terminal_and_have_a_schema() throws IOException {
    assertExit(2, "explain", "PgConnection", OLD, "--verbose");
    assertThat(out.toString().lines()).hasSizeGreaterThan(8).allMatch(line -> line.length() <= 80);
    clear();

    assertExit(2, "explain", "LruCache", NEW, "--format", "json");
    Schemas.assertValid("site", out.toString());
    clear();
    assertExit(2, "explain", "LruCashe#borow", NEW, "--format", "json");
    Schemas.assertValid("site", out.toString());
  }

  @Test
  void an_unknown_site_is_answered_with_similar_names() {
    assertExit(2, "explain", "LruCashe#borow", NEW);

    assertThat(out.toString())
        .isEqualTo(
            "No site is called 'LruCashe#borow'.\nDid you mean:\n"
                + "     org.postgresql.util.LruCache#borrow\n");
  }

  @Test
  void where_to_look_must_be_said() {
    assertExit(2, "explain", "LruCache#borrow");

    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("PATH");
  }
}
