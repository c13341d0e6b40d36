// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {

  @Test
  void every_place_gets_what_belongs_there() {
    Page page = Page.ofText("{{n}} classes\n{{rows}}\n");

    String text = page.with("n", 1234).with("rows", List.of(Page.row("a|b", 5), "$1")).text();

    assertThat(text).isEqualTo("1,234 classes\n| a\\|b | 5 |\n$1\n");
  }

  @Test
  void a_place_that_was_forgotten_is_an_error() {
    Page page = Page.ofText("{{one}} {{two}}").with("one", 1);

    assertThatIllegalStateException().isThrownBy(page::text).withMessageContaining("two");
  }

  @Test
  void a_value_without_a_place_is_an_error() {
    Page page = Page.ofText("").with("one", 1);

    assertThatIllegalStateException().isThrownBy(page::text).withMessageContaining("one");
  }

  /** Who changes the text changes both, since making the pages anew takes hours. */
  @ParameterizedTest
  @ValueSource(strings = {"conformance", "corpus"})
  void the_page_in_docs_has_the_text_of_its_source(String name) throws IOException {
    Path docs = Path.of("..", "docs", name + ".md");
    Iterator<String> lines = Files.readAllLines(docs).iterator();

    for (Pattern expected : Page.of(name).lines()) {
      boolean found = false;
      while (!found && lines.hasNext()) {
        found = expected.matcher(lines.next() + '\n').matches();
      }
      assertThat(found).as("%s has, at its place, %s", docs, expected).isTrue();
    }
  }
}
