// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlookWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 0 | 0 | 0 | 0 | The agent ends the pin",
        "2 | 0 | 0 | 0 | 0 | The agent ends both pins",
        "9 | 0 | 0 | 0 | 0 | The agent ends all 9 pins",
        "0 | 3 | 0 | 0 | 0 | The agent may end all 3 pins: the object that is locked decides",
        "0 | 0 | 1 | 0 | 0 | The pin stays with the agent, because of X",
        "0 | 0 | 2 | 0 | 0 | Both pins stay with the agent, because of X",
        "0 | 0 | 0 | 3 | 0 | The agent ends all 3 pins as far as is known",
        "0 | 0 | 0 | 0 | 1 | The pin has no known holder",
        "0 | 0 | 0 | 0 | 2 | None of 2 pins has a known holder",
        "0 | 0 | 1 | 0 | 1 | The agent ends none of 2 pins; 1 stays, because of X;"
            + " 1 has no known holder",
        "4 | 1 | 2 | 3 | 5 | The agent ends 4 of 15 pins; 1 depends on the object that is locked;"
            + " 2 stay, because of X; 3 end as far as is known; 5 have no known holder",
      })
  void says_how_many_pins_end_and_why_the_others_do_not(
      long end, long depends, long stay, long cutOff, long unknown, String sentence) {
    Map<Outlook, Long> pins = new EnumMap<>(Outlook.class);
    pins.put(Outlook.END, end);
    pins.put(Outlook.DEPENDS, depends);
    pins.put(Outlook.STAY, stay);
    pins.put(Outlook.CUT_OFF, cutOff);
    pins.put(Outlook.UNKNOWN, unknown);

    assertThat(OutlookWords.sentence(pins, Map.of(Outlook.STAY, ", because of X")))
        .isEqualTo(sentence);
  }
}
