// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pins that count, as monitoring takes them: each in one series, and never more series than
 * {@link #MOST}. What several monitors hold up is in the series of the one that keeps it from
 * ending. Safe for any thread.
 */
public final class PinSeries {

  /** With the one for all the rest. */
  public static final int MOST = 50;

  /** Names may be as long as class files allow. */
  static final int LONGEST = 150;

  private static final String OTHER = "other";

  /**
   * What tells series apart. None has a character that names in JMX cannot have.
   *
   * @param site the method that holds the monitor, or what pins instead of one
   * @param library the file that it is from, or the JDK
   * @param convertible whether pins of it end with the agent, as {@link Outlook} has it
   */
  public record Label(String site, String library, String convertible) {}

  private static final Label REST = new Label(OTHER, OTHER, OTHER);

  /** Grows, and never ends. */
  public static final class Series {

    private final Label label;
    private long pins;
    private long nanos;
    private long longestNanos;

    private Series(Label label) {
      this.label = label;
    }

    public Label label() {
      return label;
    }

    /** How many pins there were. */
    public synchronized long pins() {
      return pins;
    }

    /** For how long in all. */
    public synchronized long millis() {
      return nanos / 1_000_000;
    }

    public synchronized long longestMillis() {
      return longestNanos / 1_000_000;
    }

    private synchronized void add(long more) {
      pins++;
      nanos += more;
      longestNanos = Math.max(longestNanos, more);
    }
  }

  private final Map<Label, Series> all = new LinkedHashMap<>();

  /** Begins with the series for the rest, so that no pins are told from nobody who looks. */
  synchronized void open() {
    all.computeIfAbsent(REST, Series::new);
    notifyAll();
  }

  synchronized void add(SeenPin pin, Blame blame, long nanos) {
    Label label = label(pin, blame);
    Series series = all.get(label);
    if (series == null) {
      // The last place is for the rest.
      boolean fits = all.size() < (all.containsKey(REST) ? MOST : MOST - 1);
      series = all.computeIfAbsent(fits ? label : REST, Series::new);
      notifyAll();
    }
    series.add(nanos);
  }

  /** Waits until there are more than so many, and returns all, those that are new last. */
  public synchronized List<Series> await(int known) throws InterruptedException {
    while (all.size() <= known) {
      wait();
    }
    return new ArrayList<>(all.values());
  }

  private static Label label(SeenPin pin, Blame blame) {
    String convertible =
        switch (blame.outlook()) {
          case END -> "yes";
          case DEPENDS -> "depends";
          case STAY -> "no";
          case CUT_OFF, UNKNOWN -> "unknown";
        };
    if (blame.holders().isEmpty()) {
      return new Label(allowed(otherwise(pin, blame)), "none", convertible);
    }
    Holder holder = decisive(blame.holders());
    return new Label(allowed(SiteWords.method(holder.site())), library(holder), convertible);
  }

  /** As reports have it, but that a folder ends in no slash. */
  private static String library(Holder holder) {
    String name = holder.libraryName();
    return allowed(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
  }

  /** The innermost of those that a conversion is least sure of. */
  private static Holder decisive(List<Holder> holders) {
    for (Mode mode : List.of(Mode.NATIVE, Mode.RUNTIME)) {
      for (Holder holder : holders) {
        if (holder.site().decision().mode() == mode) {
          return holder;
        }
      }
    }
    return holders.get(0);
  }

  private static String otherwise(SeenPin pin, Blame blame) {
    return switch (blame.reason().orElse(PinReason.NO_HOLDER)) {
      case NATIVE_FRAME -> nativeMethod(pin, blame);
      case CLASS_INITIALIZER -> "class initializer";
      case CLASS_LOADING -> "class loading";
      case NOT_A_MONITOR -> "not a monitor";
      default -> "unknown";
    };
  }

  private static String nativeMethod(SeenPin pin, Blame blame) {
    return blame
        .keeper()
        .filter(keeper -> keeper.kind() != CarrierKeeper.Kind.FOREIGN_FUNCTION)
        .map(keeper -> pin.frames().get(keeper.depth()))
        .map(frame -> frame.type() + "." + frame.method())
        .orElse("native frame");
  }

  /** Without what would need quotes in names of JMX, and not longer than needed. */
  private static String allowed(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length() && i < LONGEST; i++) {
      char c = text.charAt(i);
      shown.append(c < ' ' || ",=:\"*?\\".indexOf(c) >= 0 ? '_' : c);
    }
    return shown.isEmpty() ? "unknown" : shown.toString();
  }
}
