// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.Holder.SiteKey;
import io.github.loomunpin.analyzer.correlate.OwnerFinder.Owner;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pins with all that was found out about them.
 *
 * @param holders whose monitors pin, innermost first; where the thread could not enter a monitor,
 *     the site at which it tried comes first
 * @param otherCause what pins besides monitors, or why no monitor was found
 * @param owners who held that monitor meanwhile, then who held what that one could not enter, and
 *     so on; the last one is at the root
 * @param hidden whether classes were not found by which further monitors may be held
 */
record JoinedPin(
    PinGroup pin, List<Holder> holders, OtherCause otherCause, List<Owner> owners, boolean hidden) {

  JoinedPin(PinGroup pin, List<Holder> holders, OtherCause otherCause, List<Owner> owners) {
    this(pin, holders, otherCause, owners, false);
  }

  /** This pin with another stack, for people. */
  JoinedPin with(Stack stack) {
    return stack == pin.stack()
        ? this
        : new JoinedPin(pin.with(stack), holders, otherCause, owners, hidden);
  }

  /** Whether there may be monitors that nothing shows. */
  boolean isInPart() {
    return hidden || pin.stack().truncated();
  }

  /** What happens to these pins with the agent. */
  Outlook outlook() {
    boolean inPart = isInPart() || holders.stream().anyMatch(Holder::isOfOtherJdk);
    return Outlook.of(holders.stream().map(Holder::hold).toList(), otherCause.reason(), inPart);
  }

  /** The site at which the thread could not enter a monitor, if another thread held it. */
  Optional<Holder> entering() {
    return pin.kind() == PinKind.BLOCKED && !holders.isEmpty() && !owners.isEmpty()
        ? Optional.of(holders.getFirst())
        : Optional.empty();
  }

  /** The last owner of a monitor that this pin waited for, among those at a site to blame. */
  Optional<Owner> owner(Holder blamed) {
    return entering().isEmpty()
        ? Optional.empty()
        : owners.stream().filter(o -> o.holder().equals(blamed)).reduce((one, next) -> next);
  }

  /** Whether this one waited for the monitor of an owner only because another one did. */
  boolean isBehind(Owner owner) {
    return !owners.getFirst().equals(owner);
  }

  /** What this thread had to do with the monitor of a site to blame. */
  MonitorUse use(Holder blamed) {
    return owner(blamed).isPresent() ? MonitorUse.WANTED : blamed.use();
  }

  /**
   * The sites to blame, each once: recursive calls show the same one twice. Where another thread
   * held the monitor that this one could not enter, its site comes in place of the one that waited.
   */
  Map<SiteKey, Holder> blamed() {
    List<Holder> blamed = new ArrayList<>(holders);
    if (entering().isPresent()) {
      blamed.removeFirst();
      blamed.addAll(0, owners.stream().map(Owner::holder).toList());
    }
    return byKey(blamed);
  }

  /** The sites that all have to be converted so that the pin ends. */
  Map<SiteKey, Holder> involved() {
    List<Holder> involved = new ArrayList<>(holders);
    if (entering().isPresent()) {
      involved.add(owners.getFirst().holder());
    }
    return byKey(involved);
  }

  private static Map<SiteKey, Holder> byKey(List<Holder> holders) {
    Map<SiteKey, Holder> byKey = new LinkedHashMap<>();
    // The outermost of several frames with one site is where it was entered.
    holders.forEach(holder -> byKey.put(holder.key(), holder));
    return byKey;
  }

  boolean hasOneCause() {
    return blamed().size() == 1 && !otherCause.pins();
  }
}
