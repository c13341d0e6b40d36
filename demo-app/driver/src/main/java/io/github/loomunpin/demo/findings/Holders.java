// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What the analyzer reports of the pins of one run.
 *
 * @param summary its first sentence
 * @param findings the monitors that pinned, most pinned time first
 */
public record Holders(String summary, List<Holder> findings) {

  /** The report of a run without a recording. */
  public static final Holders NONE = new Holders("", List.of());

  /**
   * A monitor that pinned; {@code operand} is what it locks, "name: type" or a word such as "this".
   *
   * @param converted the agent always makes a parking lock of it, whatever the object
   */
  public record Holder(String site, String operand, boolean ofJdk, boolean converted, long pins) {

    public String shortly() {
      return site + ", " + operand.replaceFirst(":.*", "");
    }
  }

  /** Reads the analyzer's JSON. */
  public static Holders of(JsonNode json) {
    var findings =
        StreamSupport.stream(json.path("findings").spliterator(), false)
            .map(Holders::holder)
            .toList();
    return new Holders(json.path("summary").asText(), findings);
  }

  private static Holder holder(JsonNode finding) {
    var site = finding.path("site");
    var className = site.path("class").asText();
    return new Holder(
        className.substring(className.lastIndexOf('.') + 1) + "." + site.path("method").asText(),
        site.path("operand").path("text").asText(),
        finding.path("library").path("path").asText().startsWith("jrt:"),
        site.path("decision").path("mode").asText().equals("VIRTUAL"),
        finding.path("pins").path("count").asLong());
  }

  /**
   * Holders in jars. With the agent these are the ones it leaves native, such as a class loader's
   * archives, which pin while classes are loaded on a slow machine.
   */
  public long outsideTheJdk() {
    return findings.stream().filter(holder -> !holder.ofJdk()).count();
  }

  /** Holders that no run with the agent may have. */
  public List<Holder> converted() {
    return findings.stream().filter(Holder::converted).toList();
  }

  public String first() {
    return findings.isEmpty() ? "none" : findings.getFirst().shortly();
  }
}
