// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.support.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A line of words, some of which look different. Names of classes, threads and files are foreign: a
 * span keeps no character that a terminal would obey.
 */
public record Prose(List<Span> spans) {

  /** How words look, as far as a format can show it. */
  public enum Look {
    PLAIN,
    /** What an entry is called. */
    NAME,
    CODE,
    STRONG,
    FAINT,
    GOOD,
    DOUBT,
    BAD,
    CALM;

    /** How good or bad a mode is for a thread that must not pin. */
    public static Look of(Mode mode) {
      return switch (mode) {
        case VIRTUAL -> GOOD;
        case RUNTIME -> DOUBT;
        case NATIVE -> BAD;
      };
    }

    /** How good or bad a grade is for a thread that must not pin. */
    public static Look of(Grade grade) {
      return switch (grade) {
        case BLOCKS -> BAD;
        case MAY_BLOCK, BEHIND -> DOUBT;
        case TAKES_LOCK, SHORT -> CALM;
      };
    }

    /** The name of a style of the page. */
    String css() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Words that look alike.
   *
   * @param target where they lead on a page: {@code #} and the id of an entry, or an address of the
   *     web; empty if nowhere
   */
  public record Span(String text, Look look, String target) {

    public Span {
      text = Printable.of(text);
      boolean leads = target.startsWith("#") || target.startsWith("https://");
      target = leads ? Printable.of(target) : "";
    }
  }

  public static final Prose NONE = new Prose(List.of());

  public static Prose of(String text) {
    return NONE.and(text);
  }

  public static Prose of(String text, Look look) {
    return NONE.and(text, look);
  }

  public Prose and(String text) {
    return and(text, Look.PLAIN);
  }

  public Prose and(String text, Look look) {
    return link(text, look, "");
  }

  public Prose link(String text, Look look, String target) {
    if (text.isEmpty()) {
      return this;
    }
    List<Span> more = new ArrayList<>(spans);
    more.add(new Span(text, look, target));
    return new Prose(List.copyOf(more));
  }

  public boolean isEmpty() {
    return spans.isEmpty();
  }

  /** The words alone. */
  public String text() {
    return spans.stream().map(Span::text).collect(Collectors.joining());
  }
}
