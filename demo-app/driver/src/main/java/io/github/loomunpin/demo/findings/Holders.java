// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.demo.experiment.Run;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The monitors that pinned during one run, as the analyzer names them.
 *
 * @param text the analyzer's report for people
 * @param findings most pinned time first
 */
public record Holders(Run run, String text, List<Holder> findings) {

  /**
   * A monitor that pinned; {@code operand} is what it locks, "name: type" or a word such as "this".
   */
  public record Holder(String site, String operand, boolean ofJdk, long pins) {

    public String shortly() {
      return site + ", " + operand.replaceFirst(":.*", "");
    }
  }

  /** Reads the analyzer's JSON. */
  public static Holders of(Run run, String text, JsonNode json) {
    var findings =
        StreamSupport.stream(json.path("findings").spliterator(), false)
            .map(Holders::holder)
            .toList();
    return new Holders(run, text, findings);
  }

  private static Holder holder(JsonNode finding) {
    var site = finding.path("site");
    var className = site.path("class").asText();
    return new Holder(
        className.substring(className.lastIndexOf('.') + 1) + "." + site.path("method").asText(),
        site.path("operand").path("text").asText(),
        finding.path("library").path("path").asText().startsWith("jrt:"),
        finding.path("pins").path("count").asLong());
  }

  /** Holders that the agent should have converted. */
  public long outsideTheJdk() {
    return findings.stream().filter(holder -> !holder.ofJdk()).count();
  }

  public String first() {
    return findings.isEmpty() ? "none" : findings.getFirst().shortly();
  }
}
