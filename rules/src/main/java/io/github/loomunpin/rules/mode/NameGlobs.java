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

  /** Which of them have matched something; set by any thread, and only ever to true. */
  private final boolean[] used;

  private NameGlobs(String text, List<Pattern> patterns) {
    this.text = text;
    this.patterns = patterns;
    this.used = new boolean[patterns.size()];
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
    boolean found = false;
    for (int i = 0; i < used.length; i++) {
      // One that has matched before need not be asked once another has matched this time.
      if (!(found && used[i]) && patterns.get(i).matcher(name).matches()) {
        used[i] = true;
        found = true;
      }
    }
    return found;
  }

  /** Takes note of a name that there is, as long as there are globs that have matched none. */
  public void see(String internalName) {
    for (boolean one : used) {
      if (!one) {
        matches(internalName);
        return;
      }
    }
  }

  /** The globs that no name has matched so far. */
  public List<String> unused() {
    List<String> globs = new ArrayList<>();
    int i = 0;
    for (String glob : text.split(";")) {
      if (!glob.isBlank() && !used[i++]) {
        globs.add(glob.strip());
      }
    }
    return globs;
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
