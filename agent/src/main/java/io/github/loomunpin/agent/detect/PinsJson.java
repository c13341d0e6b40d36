// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.agent.tell.JsonText;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.DetectChoice;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.OutlookWords;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Pins in the format {@code loom-unpin/pins} of {@code analyzer report}, as far as they are known
 * while the JVM runs; {@code incomplete} says what is not.
 */
final class PinsJson {

  private final StringBuilder json = new StringBuilder();

  private PinsJson() {}

  static String of(
      PinBook.Page page, List<Standstill> still, AgentOptions options, DetectChoice choice) {
    return new PinsJson().document(page, still, options, choice);
  }

  /** A member {@code finding} or {@code unexplained}, as the lists of the document have it. */
  static String member(PinBook.Cause cause) {
    PinsJson pins = new PinsJson();
    pins.json.append(cause.holder().isPresent() ? "\"finding\": " : "\"unexplained\": ");
    if (cause.holder().isPresent()) {
      pins.finding(cause, cause.holder().get());
    } else {
      pins.unexplained(cause);
    }
    return pins.json.toString();
  }

  /** A member {@code carrierLoss}, as the list of the document has it. */
  static String member(Standstill still) {
    PinsJson pins = new PinsJson();
    pins.json.append("\"carrierLoss\": ");
    pins.carrierLoss(still);
    return pins.json.toString();
  }

  private String document(
      PinBook.Page page, List<Standstill> still, AgentOptions options, DetectChoice choice) {
    json.append("{\n  \"format\": \"loom-unpin/pins\",\n  \"formatVersion\": 1,\n  \"summary\": ");
    JsonText.quote(summary(page), json);
    json.append(",\n  \"pins\": ");
    tally(page.all());
    json.append(",\n  \"outlook\": {");
    String separator = "\n    ";
    for (Map.Entry<Outlook, PinCount.Sum> each : page.outlook().entrySet()) {
      json.append(separator).append('"').append(each.getKey().member()).append("\": ");
      tally(each.getValue());
      separator = ",\n    ";
    }
    json.append("},\n  \"agentConverted\": ");
    json.append(options.convertsOn(Runtime.version().feature()));
    json.append(",\n  \"recordings\": [],\n  \"findings\": [");
    causes(page, true);
    json.append("],\n  \"unexplained\": [");
    causes(page, false);
    json.append("],\n  \"unpinSet\": [],\n  \"carrierLosses\": [");
    separator = "\n    ";
    for (Standstill each : still) {
      json.append(separator);
      carrierLoss(each);
      separator = ",\n    ";
    }
    json.append("],\n  \"misfits\": []");
    json.append(",\n  \"notes\": [");
    JsonText.quote(
        "written by the agent of loom-unpin "
            + OwnFiles.version(PinsJson.class)
            + " on JDK "
            + Runtime.version(),
        json);
    json.append("],\n  \"incomplete\": [");
    gap("pins shorter than " + choice.thresholdMillis() + " ms are not seen");
    json.append(',');
    gap(
        "the agent does not know where threads blocked, for whom they waited, and which monitors"
            + " end most pins together; a recording shows it");
    json.append(',');
    gap("times without a carrier that are shorter than a second are not seen");
    return json.append("]\n}\n").toString();
  }

  /** What an analyzer would add, such as versions with a fix, is not known here. */
  private static String summary(PinBook.Page page) {
    Map<Outlook, Long> counts = new EnumMap<>(Outlook.class);
    page.outlook().forEach((outlook, sum) -> counts.put(outlook, sum.count()));
    return page.all().count() == 0
        ? "No virtual thread has pinned its carrier."
        : OutlookWords.sentence(counts, Map.of()) + ".";
  }

  private void gap(String what) {
    json.append("\n    {\"kind\": \"NOT_SAID\", \"where\": \"mode=detect\", \"what\": ");
    JsonText.quote(what, json);
    json.append('}');
  }

  private void causes(PinBook.Page page, boolean monitors) {
    String separator = "\n    ";
    for (PinBook.Cause cause : page.causes()) {
      if (cause.holder().isPresent() == monitors) {
        json.append(separator);
        if (monitors) {
          finding(cause, cause.holder().get());
        } else {
          unexplained(cause);
        }
        separator = ",\n    ";
      }
    }
  }

  private void finding(PinBook.Cause cause, Holder holder) {
    json.append("{\"library\": {");
    String path = holder.library();
    text("name", holder.libraryName());
    text("version", "");
    text("path", path);
    end();
    json.append(", \"site\": ");
    site(holder.site(), holder.hold().sourceFile());
    json.append(", \"evidence\": \"").append(holder.hold().surety());
    json.append("\", \"pins\": ");
    tally(cause.sum());
    json.append(", \"byEvent\": {");
    String separator = "";
    for (Map.Entry<PinKind, PinCount.Sum> each : cause.byKind().entrySet()) {
      json.append(separator).append('"').append(each.getKey().event()).append("\": ");
      tally(each.getValue());
      separator = ", ";
    }
    json.append("}, ");
    text("first", Instant.ofEpochMilli(cause.sum().firstMillis()).toString());
    text("last", Instant.ofEpochMilli(cause.sum().lastMillis()).toString());
    setAside(cause);
    json.append("\"alone\": ").append(cause.alone());
    json.append(", \"cutOff\": ").append(cause.cutOff());
    json.append(", \"otherCauses\": [");
    if (!cause.otherwise().isEmpty()) {
      JsonText.quote(cause.otherwise(), json);
    }
    json.append("], \"blockedIn\": [], \"callers\": [], \"heldBy\": [], \"notifiedBy\": []");
    longest(cause, holder.hold().depth());
  }

  private void unexplained(PinBook.Cause cause) {
    json.append("{\"reason\": \"").append(cause.reason()).append("\", ");
    text("detail", cause.otherwise());
    setAside(cause);
    json.append("\"pins\": ");
    tally(cause.sum());
    json.append(", \"blockedIn\": [], \"waitedFor\": []");
    longest(cause, -1);
  }

  private void setAside(PinBook.Cause cause) {
    if (cause.aside().isPresent()) {
      text("setAside", cause.aside().get());
    }
  }

  private void longest(PinBook.Cause cause, int holderDepth) {
    json.append(",\n      \"longest\": {");
    text("thread", cause.thread());
    json.append("\"truncated\": ").append(cause.longest().truncated());
    json.append(", \"holderDepth\": ").append(holderDepth).append(", \"holderDepths\": [");
    json.append(holderDepth < 0 ? "" : String.valueOf(holderDepth)).append("], \"frames\": [");
    String separator = "\n        ";
    for (SeenFrame frame : cause.longest().frames()) {
      json.append(separator).append('{');
      text("class", frame.type());
      text("method", frame.method());
      text("descriptor", frame.descriptor());
      json.append("\"bci\": ").append(frame.bci()).append(", \"line\": ").append(frame.line());
      json.append(", \"jdk\": ").append(frame.jdk()).append('}');
      separator = ",\n        ";
    }
    json.append("]}}");
  }

  private void carrierLoss(Standstill still) {
    json.append('{');
    text("source", "the carriers that the agent looked at");
    text("start", Instant.ofEpochMilli(still.startMillis()).toString());
    json.append("\"nanos\": ").append(still.nanos());
    json.append(", \"carriers\": ").append(still.carriers());
    json.append(", \"allWaitForLocks\": ").append(still.allWaitForLocks());
    json.append(still.busy() ? ", \"busy\": true" : "");
    json.append(", \"holders\": [");
    String separator = "\n      ";
    for (Map.Entry<Standstill.Keeper, Integer> each : still.keepers().entrySet()) {
      json.append(separator).append('{');
      text("method", each.getKey().method());
      text("use", each.getKey().use());
      text("detail", each.getKey().detail());
      json.append("\"pins\": ");
      tally(each.getValue(), each.getValue() * still.nanos(), still.nanos());
      json.append('}');
      separator = ",\n      ";
    }
    json.append("]}");
  }

  private void site(MonitorSite site, String sourceFile) {
    json.append('{');
    text("class", site.owner().replace('/', '.'));
    text("method", site.method());
    text("descriptor", site.descriptor());
    text("kind", site.kind().name());
    json.append("\"bci\": ").append(site.bci()).append(", \"line\": ").append(site.line());
    json.append(", ");
    text("sourceFile", sourceFile);
    json.append("\"operand\": {");
    text("kind", site.operand().kind().name());
    text("type", site.operand().type());
    text("name", site.operand().name());
    text("text", site.operand().describe());
    end();
    json.append(", \"regions\": [");
    String separator = "";
    for (BciRange range : site.held()) {
      json.append(separator).append("{\"start\": ").append(range.start());
      json.append(", \"end\": ").append(range.end()).append('}');
      separator = ", ";
    }
    json.append("], \"decision\": {");
    text("mode", site.decision().mode().name());
    text("reason", site.decision().reason());
    end();
    json.append('}');
  }

  private void tally(PinCount.Sum sum) {
    tally(sum.count(), sum.totalNanos(), sum.longestNanos());
  }

  private void tally(long count, long totalNanos, long longestNanos) {
    json.append("{\"count\": ").append(count);
    json.append(", \"totalNanos\": ").append(totalNanos);
    json.append(", \"longestNanos\": ").append(longestNanos).append('}');
  }

  /** A member with a separator behind it. */
  private void text(String name, String value) {
    json.append('"').append(name).append("\": ");
    JsonText.quote(value, json);
    json.append(", ");
  }

  /** Ends an object whose last member was a text. */
  private void end() {
    json.setLength(json.length() - 2);
    json.append('}');
  }
}
