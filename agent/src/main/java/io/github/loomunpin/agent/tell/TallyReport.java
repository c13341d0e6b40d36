// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tally at exit, as one line and as JSON. Plain code throughout: formatters and streams would
 * cost a short program more than its own run.
 */
public final class TallyReport {

  private static final int REASONS_SHOWN = 3;

  private TallyReport() {}

  /** The shutdown hook that prints the tally and writes the report. */
  public static final class AtExit extends Thread {

    private final AgentOptions options;
    private final Outcome outcome;
    private final Optional<RunningReport> report;
    private final Runnable lastLook;

    /**
     * A tally of what the outcome holds when the JVM shuts down.
     *
     * @param report to be written once more
     * @param lastLook run before, so that the outcome is complete
     */
    public AtExit(
        AgentOptions options, Outcome outcome, Optional<RunningReport> report, Runnable lastLook) {
      super("loom-unpin tally");
      this.options = options;
      this.outcome = outcome;
      this.report = report;
      this.lastLook = lastLook;
    }

    @Override
    public void run() {
      outcome.log().beginEnd();
      try {
        lastLook.run();
      } catch (RuntimeException e) {
        // A security manager may deny it, and the tally is worth more.
        outcome.warn("cannot check whether the agent was offered all classes: " + e.getMessage());
      }
      warnUnused("exclude", options.exclude());
      warnUnused("include", options.include());
      if (options.threads().isPresent()) {
        warnUnused("threads", options.threads().get().globs());
      }
      Outcome.Snapshot tally = outcome.snapshot();
      String line = line(options.mode(), tally);
      if (report.isPresent()) {
        line += report.get().writeLast();
      }
      outcome.tell(line, tally.unsafe() > 0);
      if (outcome.threads().isPresent()) {
        outcome.say(outcome.threads().get().line());
      }
      outcome.log().end();
    }

    private void warnUnused(String option, NameGlobs globs) {
      for (String glob : globs.unused()) {
        outcome.warn(option + "=" + glob + " has matched no class");
      }
    }
  }

  static String line(AgentOptions.Mode mode, Outcome.Snapshot tally) {
    StringBuilder line = new StringBuilder();
    if (tally.sitesRewritten() == 0) {
      line.append("found no monitor to convert");
    } else {
      line.append(mode == AgentOptions.Mode.REWRITE ? "converted " : "would convert ");
      line.append(count(tally.sitesRewritten(), "site"));
      line.append(" in ").append(count(tally.classesRewritten(), "class"));
    }
    line.append("; ").append(tally.sitesLeftNative()).append(" not converted");
    List<Map.Entry<String, Integer>> reasons = mostFrequentFirst(tally.leftNative());
    if (!reasons.isEmpty()) {
      // Most of these never block; which do, only a recording shows.
      line.append(" (harmless unless analyzer report lists them)");
    }
    for (int i = 0; i < Math.min(reasons.size(), REASONS_SHOWN); i++) {
      Map.Entry<String, Integer> reason = reasons.get(i);
      line.append(i == 0 ? ": " : "; ").append(reason.getValue()).append(" × ");
      line.append(reason.getKey());
    }
    if (reasons.size() > REASONS_SHOWN) {
      line.append("; ").append(count(reasons.size() - REASONS_SHOWN, "more reason"));
    }
    if (!tally.slow().isEmpty()) {
      line.append("; ").append(count(tally.slow().size(), "method"));
      line.append(" converted but never compiled");
    }
    if (tally.carriersAdded() > 0) {
      line.append("; added ").append(count(tally.carriersAdded(), "carrier"));
      line.append(", because all were blocked or busy while virtual threads waited for one");
    }
    if (tally.unsafe() > 0) {
      line.append("; ").append(tally.unsafe()).append(" NOT REWRITTEN AND UNSAFE, see above");
    }
    return line.toString();
  }

  /**
   * The report.
   *
   * @param ended whether nothing more will come
   */
  static String json(
      AgentOptions options,
      boolean ended,
      Outcome.Snapshot tally,
      List<Incidents.Incident> incidents,
      Optional<ThreadTally> threads) {
    StringBuilder json = new StringBuilder("{\n  \"version\": ");
    JsonText.quote(OwnFiles.version(TallyReport.class), json);
    json.append(",\n  \"jdk\": ");
    JsonText.quote(Runtime.version().toString(), json);
    json.append(",\n  \"mode\": ");
    JsonText.quote(options.modeName(), json);
    json.append(",\n  \"ended\": ").append(ended);
    json.append(",\n  \"classesSeen\": ").append(tally.classesSeen());
    json.append(",\n  \"classesRewritten\": ").append(tally.classesRewritten());
    json.append(",\n  \"sitesRewritten\": ").append(tally.sitesRewritten());
    json.append(",\n  \"sitesLeftNative\": ").append(tally.sitesLeftNative());
    json.append(",\n  \"carriersAdded\": ").append(tally.carriersAdded());
    counts("leftNative", tally.leftNative(), json);
    json.append(",\n  \"failed\": {");
    String separator = "\n    ";
    for (Map.Entry<String, String> failed : tally.failed().entrySet()) {
      JsonText.quote(failed.getKey(), json.append(separator));
      JsonText.quote(failed.getValue(), json.append(": "));
      separator = ",\n    ";
    }
    json.append("\n  }");
    array("problems", tally.problems(), json);
    array("slow", tally.slow(), json);
    array("pinning", tally.pinning(), json);
    array("warnings", tally.warnings(), json);
    array("loadedBefore", tally.loadedBefore(), json);
    incidents(incidents, json);
    if (threads.isPresent()) {
      threads.get().addTo(json);
    }
    return json.append("\n}\n").toString();
  }

  static void counts(String name, Map<String, Integer> counts, StringBuilder json) {
    json.append(",\n  \"").append(name).append("\": {");
    String separator = "\n    ";
    for (Map.Entry<String, Integer> count : mostFrequentFirst(counts)) {
      JsonText.quote(count.getKey(), json.append(separator));
      json.append(": ").append(count.getValue());
      separator = ",\n    ";
    }
    json.append("\n  }");
  }

  /** Reasons with their numbers of sites. */
  public static List<Map.Entry<String, Integer>> mostFrequentFirst(Map<String, Integer> counts) {
    List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(
        new Comparator<>() {
          @Override
          public int compare(Map.Entry<String, Integer> a, Map.Entry<String, Integer> b) {
            return b.getValue().compareTo(a.getValue());
          }
        });
    return entries;
  }

  /** A number with its noun. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : noun.endsWith("s") ? "es" : "s");
  }

  private static void incidents(List<Incidents.Incident> incidents, StringBuilder json) {
    json.append(",\n  \"incidents\": [");
    String separator = "\n    ";
    for (Incidents.Incident incident : incidents) {
      json.append(separator).append("{\"millis\": ").append(incident.millis());
      JsonText.quote(incident.kind().name(), json.append(", \"kind\": "));
      json.append(", \"number\": ").append(incident.number());
      JsonText.quote(incident.text(), json.append(", \"text\": "));
      json.append('}');
      separator = ",\n    ";
    }
    json.append("]");
  }

  private static void array(String name, List<String> values, StringBuilder json) {
    json.append(",\n  \"").append(name).append("\": [");
    String separator = "\n    ";
    for (String value : values) {
      JsonText.quote(value, json.append(separator));
      separator = ",\n    ";
    }
    json.append("]");
  }
}
