// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What pins the threads of a stack.
 *
 * @param holders innermost first; empty if no monitor is known
 * @param reason what pins besides the monitors, or if it is none, or why no monitor is known; empty
 *     if nothing but the monitors does
 * @param otherwise the same in words
 * @param outlook what happens to a pin of which this is to blame
 * @param loads whether code loads a class, and every monitor is one that this takes
 * @param keeper what pins besides the monitors, if that is known
 */
record Blame(
    List<Holder> holders,
    Optional<PinReason> reason,
    String otherwise,
    Outlook outlook,
    boolean loads,
    Optional<CarrierKeeper> keeper) {

  /**
   * A monitor that pins.
   *
   * @param library the jar or folder that the class is from, or the module of the JDK
   */
  record Holder(Hold hold, String library) {

    MonitorSite site() {
      return hold.site();
    }

    /**
     * Its last part. What is nested in a jar is named so as well, but a folder there, such as
     * BOOT-INF/classes, is the jar's own: {@code jar:nested:/app.jar/!BOOT-INF/classes/!/}.
     */
    String libraryName() {
      if (!library.endsWith("!/")) {
        return lastPart(library);
      }
      String place = library.substring(0, library.length() - 2);
      int around = place.lastIndexOf('!');
      boolean folder = lastPart(place).indexOf('.') < 0;
      String jar = lastPart(around >= 0 && folder ? place.substring(0, around) : place);
      return jar.endsWith("/") ? jar.substring(0, jar.length() - 1) : jar;
    }

    private static String lastPart(String place) {
      return place.substring(place.lastIndexOf('/', place.length() - 2) + 1);
    }
  }

  static Blame of(List<Holder> holders, boolean inPart) {
    Outlook outlook = Outlook.of(holds(holders), PinReason.NO_HOLDER, inPart);
    return new Blame(holders, Optional.empty(), "", outlook, false, Optional.empty());
  }

  private static List<Hold> holds(List<Holder> holders) {
    List<Hold> holds = new ArrayList<>();
    for (Holder holder : holders) {
      holds.add(holder.hold());
    }
    return holds;
  }

  /** This, where something else pins as well, whatever happens to the monitors. */
  Blame and(CarrierKeeper other, String what) {
    PinReason why = other.kind().reason();
    Outlook stays = Outlook.of(holds(holders), why, false);
    return new Blame(holders, Optional.of(why), what, stays, loads, Optional.of(other));
  }

  /** This, where a class is loaded, to which nothing on the stack matters. */
  Blame loading(String what) {
    Optional<PinReason> why = Optional.of(PinReason.CLASS_LOADING);
    return new Blame(holders, why, what, outlook, true, keeper);
  }

  /** No monitor, but this is to blame. */
  static Blame kept(CarrierKeeper keeper, String otherwise) {
    return of(List.of(), false).and(keeper, otherwise);
  }

  static Blame otherwise(PinReason reason, String otherwise) {
    Outlook outlook = Outlook.of(List.of(), reason, false);
    return new Blame(List.of(), Optional.of(reason), otherwise, outlook, false, Optional.empty());
  }

  static Blame unknown(String otherwise) {
    return otherwise(PinReason.NO_HOLDER, otherwise);
  }

  /** Whether it is one monitor, or something else, and not several of them. */
  boolean hasOneCause() {
    return holders.isEmpty() || holders.size() == 1 && otherwise.isEmpty();
  }

  /** Whether a class is loaded, initialized or linked, which comes once. */
  boolean isOfClasses() {
    return reason.isPresent() && reason.get().isOfClasses();
  }

  List<MonitorSite> sites() {
    List<MonitorSite> sites = new ArrayList<>();
    for (Holder holder : holders) {
      sites.add(holder.site());
    }
    return sites;
  }
}
