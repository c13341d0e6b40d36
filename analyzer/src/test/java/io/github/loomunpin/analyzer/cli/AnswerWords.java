// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.rules.sight.Outlook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts what scans and reports in JSON name into the words of the page. */
final class AnswerWords {

  private static final String FOREIGN_FUNCTION = "a foreign function";

  private AnswerWords() {}

  /** What happens to the pins with the agent. */
  static String outlook(JsonNode pins) {
    return PinOutlook.counted(pins).keySet().stream()
        .map(Outlook::member)
        .collect(Collectors.joining("`, `", "`", "`"));
  }

  /** The sites of the findings. */
  static Set<String> sites(JsonNode pins) {
    Set<String> sites = new TreeSet<>();
    pins.at("/findings").forEach(finding -> sites.add(place(finding.at("/site"))));
    return sites;
  }

  /** The lines of the findings, with those of functions that the compiler inlined. */
  static String lines(JsonNode pins) {
    Set<String> lines = new TreeSet<>();
    for (JsonNode finding : pins.at("/findings")) {
      JsonNode site = finding.at("/site");
      String line = site.at("/sourceFile").asText() + ":" + site.at("/line").asText();
      JsonNode inlined = site.at("/inlinedFrom");
      lines.add(inlined.isMissingNode() ? line : line + " from " + inlined.asText());
    }
    return String.join(", ", lines);
  }

  /** The foreign functions among the causes of pins. */
  static String foreignFunctions(JsonNode pins) {
    Set<String> named = new TreeSet<>();
    for (JsonNode finding : pins.at("/findings")) {
      for (JsonNode other : finding.at("/otherCauses")) {
        if (other.asText().startsWith(FOREIGN_FUNCTION)) {
          named.add(FOREIGN_FUNCTION + " beneath `" + place(finding.at("/site")) + "`");
        }
      }
    }
    for (JsonNode unexplained : pins.at("/unexplained")) {
      if (unexplained.at("/detail").asText().startsWith(FOREIGN_FUNCTION)) {
        named.add(FOREIGN_FUNCTION + " without a monitor");
      }
    }
    return String.join(", ", named);
  }

  /** What the threads hold that keep carriers, and what the agent does with it. */
  static String held(JsonNode freeze) {
    Set<String> held = new TreeSet<>();
    for (JsonNode thread : freeze.at("/jvms/0/pinned")) {
      for (JsonNode kept : thread.at("/holds")) {
        JsonNode site = kept.at("/sites/0/site");
        String mode = site.at("/decision/mode").asText();
        held.add("`%s` `%s` `%s`".formatted(kept.at("/kind").asText(), place(site), mode));
      }
    }
    return String.join(", ", held);
  }

  /** The native methods in which threads keep carriers. */
  static String nativeFrames(JsonNode freeze) {
    Set<String> frames = new TreeSet<>();
    for (JsonNode thread : freeze.at("/jvms/0/pinned")) {
      for (JsonNode kept : thread.at("/holds")) {
        if (kept.at("/kind").asText().equals("NATIVE_FRAME")) {
          frames.add("`" + place(thread.at("/stack").get(kept.at("/depth").asInt())) + "`");
        }
      }
    }
    return String.join(", ", frames);
  }

  /** The methods that lock an {@code Object}, by what the agent does, and how many sites count. */
  static String modesOfObjects(JsonNode scan) {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (JsonNode site : sitesOf(scan)) {
      if (site.at("/operand/type").asText().equals("java.lang.Object")) {
        methods
            .computeIfAbsent(site.at("/decision/mode").asText(), mode -> new TreeSet<>())
            .add(site.at("/method").asText());
      }
    }
    List<String> words = new ArrayList<>();
    methods.forEach((mode, names) -> words.add("`" + mode + "` " + String.join(" ", names)));
    JsonNode totals = scan.at("/totals");
    words.add("%s of %s converted".formatted(totals.at("/converted"), totals.at("/total")));
    return String.join("; ", words);
  }

  /** The grades of the sites in methods whose names begin like this. */
  static Set<String> grades(JsonNode scan, String method) {
    Set<String> grades = new TreeSet<>();
    for (JsonNode site : sitesOf(scan)) {
      if (place(site).startsWith(method) && site.has("grade")) {
        grades.add(site.at("/grade").asText());
      }
    }
    return grades;
  }

  /** What pins without a site. */
  static String hazards(JsonNode scan) {
    Set<String> hazards = new TreeSet<>();
    for (JsonNode hazard : scan.at("/hazards")) {
      hazards.add("`%s` `%s`".formatted(place(hazard), hazard.at("/kind").asText()));
    }
    return String.join(", ", hazards);
  }

  /** Whether an output names every hazard. */
  static boolean areHazardsIn(JsonNode scan, String output) {
    for (JsonNode hazard : scan.at("/hazards")) {
      if (!output.contains(place(hazard))) {
        return false;
      }
    }
    return true;
  }

  private static List<JsonNode> sitesOf(JsonNode scan) {
    List<JsonNode> sites = new ArrayList<>();
    scan.at("/libraries").forEach(library -> library.at("/sites").forEach(sites::add));
    return sites;
  }

  private static String place(JsonNode node) {
    return node.at("/class").asText() + "." + node.at("/method").asText();
  }
}
