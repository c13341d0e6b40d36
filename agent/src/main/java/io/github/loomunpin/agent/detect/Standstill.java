// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.tell.TallyReport;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.TakenCarriers;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A time in which every carrier had the same virtual thread, while others waited for a carrier.
 *
 * @param startMillis when it began, since 1970
 * @param nanos how long it has lasted so far
 * @param carriers how many there were
 * @param causes for each of them what kept it; empty as long as that is not known
 * @param allWaitForLocks whether every one of them waited for a lock or monitor, and one for a
 *     lock: then the thread that has such a lock, or is to get it next, can be without a carrier
 * @param work whether they stood still, or some of them computed
 */
record Standstill(
    long startMillis,
    long nanos,
    int carriers,
    List<Cause> causes,
    boolean allWaitForLocks,
    TakenCarriers work) {

  private static final int CAUSES_SHOWN = 3;

  /** What kept one carrier. */
  record Cause(SeenPin pin, Blame blame) {

    String words() {
      return PinWords.what(pin, blame);
    }
  }

  /** One of which only this is known. */
  static Standstill unexplained(long startMillis, long nanos, int carriers) {
    return new Standstill(
        startMillis, nanos, carriers, List.of(), false, TakenCarriers.STAND_STILL);
  }

  Standstill explained(List<Cause> found, boolean byLocks, TakenCarriers does) {
    return new Standstill(startMillis, nanos, carriers, List.copyOf(found), byLocks, does);
  }

  Standstill lasting(long longer) {
    return new Standstill(startMillis, longer, carriers, causes, allWaitForLocks, work);
  }

  /** Whether carriers computed, so that they did not stand still. */
  boolean busy() {
    return work != TakenCarriers.STAND_STILL;
  }

  /** One line of the log. */
  String line() {
    StringBuilder line = new StringBuilder();
    if (busy()) {
      line.append("all carriers compute");
      line.append(work == TakenCarriers.COMPUTE ? "" : " or are blocked");
      line.append(": no other virtual thread has had one for ");
      line.append(PinWords.time(nanos)).append("; ");
    } else {
      line.append("no carrier has moved for ").append(PinWords.time(nanos));
      line.append(" while virtual threads wait for one; ");
    }
    line.append(TallyReport.count(carriers, "carrier"));
    List<Map.Entry<String, Integer>> counted = counted();
    for (int i = 0; i < Math.min(counted.size(), CAUSES_SHOWN); i++) {
      line.append(i == 0 ? ": " : ", and ");
      line.append(counted.get(i).getValue()).append(" × ").append(counted.get(i).getKey());
    }
    if (counted.size() > CAUSES_SHOWN) {
      line.append(", and ");
      line.append(TallyReport.count(counted.size() - CAUSES_SHOWN, "more cause"));
    }
    for (String remedy : remedies()) {
      line.append("; ").append(remedy);
    }
    if (allWaitForLocks) {
      line.append("; all wait for locks, whose owner or next owner may be without a carrier");
    }
    return line.toString();
  }

  /** What kept carriers, each with how many it kept, the most first. */
  private List<Map.Entry<String, Integer>> counted() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Cause cause : causes) {
      counts.merge(cause.words(), 1, Integer::sum);
    }
    List<Map.Entry<String, Integer>> counted = new ArrayList<>(counts.entrySet());
    counted.sort((a, b) -> Integer.compare(b.getValue(), a.getValue()));
    return counted;
  }

  private Set<String> remedies() {
    Set<String> remedies = new LinkedHashSet<>();
    for (Cause cause : causes) {
      String remedy = cause.blame().reason().map(KeeperWords::remedy).orElse("");
      if (!remedy.isEmpty()) {
        remedies.add(remedy);
      }
    }
    return remedies;
  }

  /**
   * A monitor that kept carriers, or something else.
   *
   * @param use empty if it is not a monitor
   */
  record Keeper(String method, String use, String detail) {}

  /** What kept carriers, each with how many. */
  Map<Keeper, Integer> keepers() {
    Map<Keeper, Integer> keepers = new LinkedHashMap<>();
    for (Cause cause : causes) {
      Set<Keeper> ofOne = new LinkedHashSet<>();
      for (Blame.Holder holder : PinWords.holders(cause.blame())) {
        String use = holder.hold().use().name();
        ofOne.add(new Keeper(SiteWords.method(holder.site()), use, ""));
      }
      if (ofOne.isEmpty()) {
        ofOne.add(new Keeper("", "", cause.words()));
      }
      for (Keeper keeper : ofOne) {
        keepers.merge(keeper, 1, Integer::sum);
      }
    }
    return keepers;
  }

  /** What is the same when it happens again. */
  String text() {
    StringBuilder words = new StringBuilder();
    for (Map.Entry<String, Integer> each : counted()) {
      words.append(each.getKey()).append('\n');
    }
    return words.toString();
  }
}
