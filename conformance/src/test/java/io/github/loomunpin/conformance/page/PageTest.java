// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
