// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page of {@code docs} in the making: a text with places such as <code>{{classes}}</code>, each
 * of which is given what belongs there.
 */
public final class Page {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]+)}}");

  private final String text;
  private final Map<String, String> values = new LinkedHashMap<>();

  private Page(String text) {
    this.text = text;
  }

  /** The page of that name, as {@code corpus}, with nothing in its places. */
  public static Page of(String name) {
    String resource = "/pages/" + name + ".md";
    try (InputStream in = Page.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + resource);
      }
      return ofText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page ofText(String text) {
    return new Page(text);
  }

  /** Puts a text into a place. */
  public Page with(String place, String value) {
    values.put(place, value);
    return this;
  }

  /** Puts a number into a place, its thousands separated. */
  public Page with(String place, long value) {
    return with(place, number(value));
  }

  /** Puts lines, such as the rows of a table, into a place that is a line. */
  public Page with(String place, List<String> lines) {
    return with(place, String.join("\n", lines));
  }

  /**
   * The whole page.
   *
   * @throws IllegalStateException if a place has not been given anything or does not exist
   */
  public String text() {
    List<String> places = PLACE.matcher(text).results().map(found -> found.group(1)).toList();
    if (!values.keySet().equals(Set.copyOf(places))) {
      throw new IllegalStateException("places " + places + " are given " + values.keySet());
    }
    return PLACE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.get(found.group(1))));
  }

  /** A row of a table. */
  public static String row(Object... cells) {
    return Arrays.stream(cells)
        .map(cell -> cell instanceof Number n ? number(n.longValue()) : cell.toString())
        .map(cell -> cell.replace("|", "\\|").replace("<", "&lt;"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** A share of one as a percentage. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** A number, its thousands separated. */
  public static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
