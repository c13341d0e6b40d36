// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.sight.Allowance;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts pins by what is to blame for them, bounded in number. Safe for any thread. */
final class PinBook {

  /** More sites, or other causes, than that are counted as one. */
  static final int MOST = 200;

  private record Key(String owner, String method, String descriptor, int bci, String otherwise) {}

  private static final Key REST = new Key("", "", "", -1, "other causes");

  /** What pins of one cause have in common. */
  private static final class Entry {

    private final PinCount count = new PinCount();
    private final Map<PinKind, PinCount> byKind = new EnumMap<>(PinKind.class);
    private Optional<Holder> holder = Optional.empty();
    private PinReason reason = PinReason.NO_HOLDER;
    private String otherwise = "";
    private boolean told;
    private long alone;
    private long cutOff;
    private Optional<String> aside = Optional.empty();
    private SeenPin longest;
    private String thread = "";
  }

  /**
   * Pins of one cause.
   *
   * @param holder the monitor; empty if none is known
   * @param reason what kind of cause it is if it is not a monitor
   * @param otherwise what it is instead
   * @param alone how many had no other cause
   * @param cutOff of how many the stack was deeper than recorded
   * @param aside why these do not count; empty if they do
   * @param longest the longest of them
   * @param thread its name, empty if it has none
   */
  record Cause(
      Optional<Holder> holder,
      PinReason reason,
      String otherwise,
      Optional<String> aside,
      long alone,
      long cutOff,
      PinCount.Sum sum,
      Map<PinKind, PinCount.Sum> byKind,
      SeenPin longest,
      String thread) {}

  /**
   * All there is.
   *
   * @param counted pins that are not set aside
   * @param ofClasses pins that are set aside since the first use of a class causes them
   * @param outlook what happens to all with the agent
   */
  record Page(
      PinCount.Sum all,
      PinCount.Sum counted,
      PinCount.Sum ofClasses,
      Map<Outlook, PinCount.Sum> outlook,
      List<Cause> causes) {}

  private final Allowance allowance;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private final Map<Outlook, PinCount> outlook = new EnumMap<>(Outlook.class);
  private final PinCount all = new PinCount();
  private final PinCount counted = new PinCount();
  private final PinCount ofClasses = new PinCount();

  private final PinSeries series = new PinSeries();

  PinBook(Allowance allowance) {
    this.allowance = allowance;
    for (Outlook each : Outlook.values()) {
      outlook.put(each, new PinCount());
    }
  }

  /**
   * Counts one pin, for each of the monitors that it may be due to.
   *
   * @return those that are to be told, since they are seen for the first time
   */
  synchronized List<Cause> add(
      SeenPin pin, Blame blame, long nanos, long endMillis, String thread) {
    Optional<String> aside = aside(pin, blame);
    all.add(nanos, endMillis);
    outlook.get(blame.outlook()).add(nanos, endMillis);
    if (aside.isEmpty()) {
      counted.add(nanos, endMillis);
      series.add(pin, blame, nanos);
    } else if (blame.isOfClasses()) {
      ofClasses.add(nanos, endMillis);
    }
    List<Entry> news = new ArrayList<>();
    List<Entry> of = new ArrayList<>();
    List<Holder> holders = PinWords.holders(blame);
    for (Holder holder : holders) {
      MonitorSite site = holder.site();
      Key key = new Key(site.owner(), site.method(), site.descriptor(), site.bci(), "");
      of.add(entry(key, Optional.of(holder), blame, aside, news));
    }
    if (of.isEmpty()) {
      Key key = new Key("", "", "", -1, blame.otherwise());
      of.add(entry(key, Optional.empty(), blame, aside, news));
    }
    for (int i = 0; i < of.size(); i++) {
      Entry entry = of.get(i);
      entry.alone += blame.hasOneCause() ? 1 : 0;
      entry.cutOff += pin.truncated() ? 1 : 0;
      if (entry.holder.isPresent() && !blame.otherwise().isEmpty()) {
        entry.otherwise = blame.otherwise();
        entry.reason = blame.reason().orElse(entry.reason);
      }
      if (entry.count.add(nanos, endMillis)) {
        // Where its stack is another, so is the depth of the holder in it.
        entry.holder = entry.holder.isPresent() ? Optional.of(holders.get(i)) : entry.holder;
        entry.longest = pin;
        entry.thread = thread;
      }
      PinCount byKind = entry.byKind.get(pin.kind());
      if (byKind == null) {
        byKind = new PinCount();
        entry.byKind.put(pin.kind(), byKind);
      }
      byKind.add(nanos, endMillis);
    }
    List<Cause> told = new ArrayList<>();
    for (Entry entry : news) {
      told.add(cause(entry));
    }
    return told;
  }

  /** Those that count, for monitoring. */
  PinSeries series() {
    return series;
  }

  private Optional<String> aside(SeenPin pin, Blame blame) {
    if (blame.isOfClasses()) {
      return Optional.of("class loading and initialization do not count");
    }
    if (allowance.allows(blame.sites(), pin.frames())) {
      return Optional.of("allowed by allow=");
    }
    return allowance.isForeign(blame.sites()) ? Optional.of("not of own=") : Optional.empty();
  }

  private Entry entry(
      Key wanted, Optional<Holder> holder, Blame blame, Optional<String> aside, List<Entry> news) {
    boolean isListed = entries.containsKey(wanted) || entries.size() < MOST;
    Key key = isListed ? wanted : REST;
    Entry entry = entries.get(key);
    if (entry == null) {
      entry = new Entry();
      entry.holder = isListed ? holder : Optional.empty();
      entry.reason = isListed ? blame.reason().orElse(PinReason.NO_HOLDER) : PinReason.NO_HOLDER;
      entry.otherwise = isListed ? blame.otherwise() : REST.otherwise();
      entry.aside = aside;
      entries.put(key, entry);
    }
    if (aside.isEmpty()) {
      // Its pins may count in one place and not in another.
      entry.aside = aside;
      if (!entry.told) {
        entry.told = true;
        news.add(entry);
      }
    }
    return entry;
  }

  private static Cause cause(Entry entry) {
    Map<PinKind, PinCount.Sum> byKind = new EnumMap<>(PinKind.class);
    entry.byKind.forEach((kind, count) -> byKind.put(kind, count.sum()));
    return new Cause(
        entry.holder,
        entry.reason,
        entry.otherwise,
        entry.aside,
        entry.alone,
        entry.cutOff,
        entry.count.sum(),
        byKind,
        entry.longest,
        entry.thread);
  }

  /** How many pins there were, those that are set aside as well. */
  synchronized long count() {
    return all.sum().count();
  }

  /** How it stands, the most pinned time first. */
  synchronized Page page() {
    List<Cause> causes = new ArrayList<>();
    for (Entry entry : entries.values()) {
      causes.add(cause(entry));
    }
    causes.sort((a, b) -> Long.compare(b.sum().totalNanos(), a.sum().totalNanos()));
    Map<Outlook, PinCount.Sum> become = new EnumMap<>(Outlook.class);
    outlook.forEach((what, count) -> become.put(what, count.sum()));
    return new Page(all.sum(), counted.sum(), ofClasses.sum(), become, causes);
  }
}
