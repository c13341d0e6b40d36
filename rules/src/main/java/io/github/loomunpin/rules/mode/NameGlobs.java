// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Globs over binary class names, separated by {@code ;}: {@code *} stays within a package segment,
 * {@code **} crosses segments, and a name ending in {@code .*} covers sub-packages as well, which
 * is what users mean by {@code com.acme.*}.
 */
public final class NameGlobs {

  public static final NameGlobs NONE = new NameGlobs("", List.of());

  private final String text;
  private final List<Pattern> patterns;

  private NameGlobs(String text, List<Pattern> patterns) {
    this.text = text;
    this.patterns = patterns;
  }

  public static NameGlobs parse(String globs) {
    if (globs.isBlank()) {
      return NONE;
    }
    List<Pattern> patterns = new ArrayList<>();
    for (String glob : globs.split(";")) {
      if (!glob.isBlank()) {
        patterns.add(compile(glob.strip()));
      }
    }
    return new NameGlobs(globs, patterns);
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  public boolean matches(String internalName) {
    if (patterns.isEmpty()) {
      return false;
    }
    String name = internalName.replace('/', '.');
    for (Pattern pattern : patterns) {
      if (pattern.matcher(name).matches()) {
        return true;
      }
    }
    return false;
  }

  /** The globs as they were given; two with the same text match the same names. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof NameGlobs other && text.equals(other.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  private static Pattern compile(String glob) {
    String normal = glob.replace('/', '.');
    if (normal.endsWith(".*")) {
      normal += "*";
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < normal.length(); i++) {
      char c = normal.charAt(i);
      if (c == '*' && i + 1 < normal.length() && normal.charAt(i + 1) == '*') {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^.]*");
      } else if (c == '?') {
        regex.append("[^.]");
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString());
  }
}
