// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * An event that the agent reports from the JVM in which it watches.
 *
 * @param time when the agent reported it
 * @param text one line for people; empty for totals
 * @param document the whole event, as JSON
 */
public record WatchEvent(Kind kind, Instant time, String text, JsonNode document) {

  /** What it is about. */
  public enum Kind {
    /** The agent is there. */
    WATCHING,
    /** The agent cannot watch. */
    REFUSED,
    /** A holder, or another cause of pins, is seen for the first time. */
    PIN,
    /** No carrier has moved for a second while virtual threads wait for one. */
    STANDSTILL,
    /** The same, but some or all carriers have computed. */
    BUSY,
    /** A carrier moves again. */
    MOVES,
    /** Something about the watch itself. */
    NOTE,
    /** All pins and standstills so far. */
    TOTALS;

    private static Optional<Kind> of(String spelling) {
      return Arrays.stream(values())
          .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(spelling))
          .findFirst();
    }

    /** Whether it is what is watched for. */
    public boolean isFinding() {
      return this == PIN || this == STANDSTILL;
    }
  }

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Empty for a line that is none, as the last one of a JVM that was killed may be. */
  static Optional<WatchEvent> parse(String line) {
    try {
      JsonNode document = MAPPER.readTree(line);
      Instant time = Instant.parse(document.path("time").asText());
      return Kind.of(document.path("kind").asText())
          .map(kind -> new WatchEvent(kind, time, document.path("text").asText(), document));
    } catch (JsonProcessingException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
