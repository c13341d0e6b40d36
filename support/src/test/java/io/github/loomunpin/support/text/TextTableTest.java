// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columns_are_as_wide_as_their_widest_cell() {
    TextTable table = new TextTable(0);
    table.add(List.of("Name", "Sites"));
    table.addHeading("jars");
    table.add(List.of("a-very-long-name 1.0", "12"));

    assertThat(table)
        .hasToString("Name                  Sites\n" + "jars\n" + "a-very-long-name 1.0     12\n");
  }

  @Test
  void the_first_column_gives_up_the_start_of_its_cells_where_room_is_short() {
    TextTable table = new TextTable(0);
    table.add(List.of("Name", "Sites"));
    table.add(List.of("a-very-long-name 1.0", "12345"));

    assertThat(table.lines(20)).containsExactly("Name           Sites", "…ong-name 1.0  12345");
  }

  @Test
  void a_last_column_of_words_is_wrapped_where_room_is_short() {
    TextTable table = new TextTable(1);
    table.add(List.of("99 %", "the agent converts it"));

    assertThat(table.lines(20)).containsExactly("99 %  the agent\n        converts it");
  }

  @Test
  void no_line_ends_in_spaces() {
    TextTable table = new TextTable(1);
    table.add(List.of("99 %", "reached"));
    table.add(List.of("1 %", ""));

    assertThat(table.lines(80)).containsExactly("99 %  reached", " 1 %");
  }
}
