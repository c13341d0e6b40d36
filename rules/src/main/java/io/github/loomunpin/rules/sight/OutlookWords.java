// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the agent does to pins, in the sentence that every report of pins begins with. */
public final class OutlookWords {

  private OutlookWords() {}

  /**
   * The sentence, without a full stop.
   *
   * @param pins how many have each outlook, at least one in all
   * @param why what follows on the pins of an outlook, with its own punctuation
   */
  public static String sentence(Map<Outlook, Long> pins, Map<Outlook, String> why) {
    long all = 0;
    for (long count : pins.values()) {
      all += count;
    }
    for (Map.Entry<Outlook, Long> each : pins.entrySet()) {
      if (each.getValue() == all) {
        return ofAll(each.getKey(), all) + why.getOrDefault(each.getKey(), "");
      }
    }
    long end = pins.getOrDefault(Outlook.END, 0L);
    String ends = "The agent ends " + (end == 0 ? "none" : end) + " of " + all + " pins; ";
    return ends + String.join("; ", left(pins, why));
  }

  /** A clause for the pins of each outlook that the agent does not end for certain. */
  public static List<String> left(Map<Outlook, Long> pins, Map<Outlook, String> why) {
    List<String> clauses = new ArrayList<>();
    for (Outlook outlook : Outlook.values()) {
      long count = pins.getOrDefault(outlook, 0L);
      if (outlook != Outlook.END && count > 0) {
        clauses.add(count + clause(outlook, count == 1) + why.getOrDefault(outlook, ""));
      }
    }
    return clauses;
  }

  private static String clause(Outlook outlook, boolean one) {
    return switch (outlook) {
      case END -> one ? " ends" : " end";
      case DEPENDS -> (one ? " depends" : " depend") + " on the object that is locked";
      case STAY -> one ? " stays" : " stay";
      case CUT_OFF -> (one ? " ends" : " end") + " as far as is known";
      case UNKNOWN -> (one ? " has" : " have") + " no known holder";
    };
  }

  private static String ofAll(Outlook outlook, long count) {
    String pins = count == 1 ? "the pin" : count == 2 ? "both pins" : "all " + count + " pins";
    return switch (outlook) {
      case END -> "The agent ends " + pins;
      case DEPENDS -> "The agent may end " + pins + ": the object that is locked decides";
      case STAY ->
          count == 1
              ? "The pin stays with the agent"
              : (count == 2 ? "Both" : "All " + count) + " pins stay with the agent";
      case CUT_OFF -> "The agent ends " + pins + " as far as is known";
      case UNKNOWN ->
          count == 1
              ? "The pin has no known holder"
              : "None of " + count + " pins has a known holder";
    };
  }
}
