// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Outlook;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What happens to the pin of a thread with the agent, as reports in JSON tell it, where each thread
 * pins once and at sites of its own. Reports only have the sums, with which this is compared.
 */
final class PinOutlook {

  /** Beside what else pins, reports name the other monitors of a thread. */
  private static final Pattern NO_MONITOR =
      Pattern.compile("native method|static initializer|to load|load a class|waits for another");

  private static final Set<String> PINNING_REASONS =
      Set.of("NOT_A_MONITOR", "CLASS_INITIALIZER", "CLASS_LOADING", "NATIVE_FRAME");

  private PinOutlook() {}

  /** As a report of pins tells it, be it of a recording or from the agent. */
  static Outlook of(JsonNode report, String thread) {
    List<Mode> modes = new ArrayList<>();
    boolean otherwise = false;
    boolean inPart = false;
    for (JsonNode finding : report.at("/findings")) {
      if (isOf(finding, thread)) {
        modes.add(mode(finding.at("/site")));
        inPart |= finding.at("/cutOff").asInt() > 0;
        for (JsonNode other : finding.at("/otherCauses")) {
          otherwise |= NO_MONITOR.matcher(other.asText()).find();
        }
      }
    }
    for (JsonNode unexplained : report.at("/unexplained")) {
      otherwise |=
          isOf(unexplained, thread) && PINNING_REASONS.contains(unexplained.at("/reason").asText());
    }
    return Outlook.of(modes, otherwise, inPart);
  }

  private static boolean isOf(JsonNode pins, String thread) {
    return pins.at("/longest/thread").asText().equals(thread);
  }

  private static Mode mode(JsonNode site) {
    return Mode.valueOf(site.at("/decision/mode").asText());
  }

  /** How many threads of a report have which outlook. */
  static Map<Outlook, Integer> sums(JsonNode report) {
    Set<String> threads = new TreeSet<>();
    for (String pins : List.of("/findings", "/unexplained")) {
      report.at(pins).forEach(pin -> threads.add(pin.at("/longest/thread").asText()));
    }
    Map<Outlook, Integer> sums = new EnumMap<>(Outlook.class);
    threads.forEach(thread -> sums.merge(of(report, thread), 1, Integer::sum));
    return sums;
  }

  /** How many pins the report itself says have which outlook. */
  static Map<Outlook, Integer> counted(JsonNode report) {
    Map<Outlook, Integer> sums = new EnumMap<>(Outlook.class);
    for (Outlook outlook : Outlook.values()) {
      int count = report.at("/outlook/" + outlook.member() + "/count").asInt();
      if (count > 0) {
        sums.put(outlook, count);
      }
    }
    return sums;
  }

  /**
   * What a report of a dump leaves possible. A dump has no bytecode indexes: what it is sure of
   * counts, and of what it is not sure each may be all that there is.
   */
  static Set<Outlook> inDump(JsonNode report, String thread) {
    List<Mode> sure = new ArrayList<>();
    Set<Mode> possible = EnumSet.noneOf(Mode.class);
    boolean mayBeNone = true;
    boolean otherwise = false;
    for (JsonNode pinned : report.at("/jvms/0/pinned")) {
      if (!pinned.at("/name").asText().equals(thread)) {
        continue;
      }
      for (JsonNode held : pinned.at("/holds")) {
        String evidence = held.at("/evidence").asText();
        if (!held.at("/kind").asText().equals("MONITOR")) {
          otherwise = true;
        } else if (evidence.equals("ONE_OF") || evidence.equals("POSSIBLE")) {
          possible.add(mode(held.at("/sites/0/site")));
          mayBeNone &= evidence.equals("POSSIBLE");
        } else {
          sure.add(mode(held.at("/sites/0/site")));
        }
      }
      for (JsonNode waits : pinned.at("/waits")) {
        otherwise |= waits.at("/kind").asText().equals("CLASS_INITIALIZATION");
        waits.at("/sites").forEach(site -> sure.add(mode(site.at("/site"))));
      }
    }
    Set<Outlook> outlooks = EnumSet.noneOf(Outlook.class);
    if (possible.isEmpty() || mayBeNone) {
      outlooks.add(Outlook.of(sure, otherwise, false));
    }
    for (Mode mode : possible) {
      List<Mode> modes = new ArrayList<>(sure);
      modes.add(mode);
      outlooks.add(Outlook.of(modes, otherwise, false));
    }
    return outlooks;
  }
}
