// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import io.github.loomunpin.analyzer.advice.ArtifactAdvice.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the file of advice, whose head explains its form. */
final class AdviceParser {

  private static final Set<String> KEYS =
      Set.of("checked", "fixed", "remain", "converted", "note", "source");
  private static final Pattern CLASS = Pattern.compile("([^()]+)(?:\\((.+)\\))?");
  private static final Pattern VERSION = Pattern.compile("(\\S+), (\\d+) sites");

  private AdviceParser() {}

  /**
   * @throws IllegalArgumentException for a line that such a file cannot have
   */
  static List<ArtifactAdvice> parse(List<String> lines) {
    List<ArtifactAdvice> all = new ArrayList<>();
    String artifact = "";
    Map<String, String> fields = new LinkedHashMap<>();
    String key = "";
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.charAt(0) != ' ') {
        add(artifact, fields, all);
        artifact = line;
        fields.clear();
        key = "";
      } else if (line.startsWith("   ")) {
        fields.merge(refuseIfNone(key, line), line.strip(), (one, other) -> one + " " + other);
      } else {
        String[] words = line.strip().split(" +", 2);
        key = words[0];
        if (!KEYS.contains(key) || words.length < 2 || fields.put(key, words[1]) != null) {
          throw new IllegalArgumentException(artifact + ": " + line);
        }
      }
    }
    add(artifact, fields, all);
    return List.copyOf(all);
  }

  private static String refuseIfNone(String key, String line) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException(line);
    }
    return key;
  }

  private static void add(String artifact, Map<String, String> fields, List<ArtifactAdvice> all) {
    if (artifact.isEmpty()) {
      return;
    }
    String[] names = artifact.split(":");
    Optional<Version> checked = version(fields.get("checked"));
    if (names.length != 2 || checked.isEmpty()) {
      throw new IllegalArgumentException(artifact + ": no group:artifact, or no version checked");
    }
    all.add(
        new ArtifactAdvice(
            names[0],
            names[1],
            checked.get(),
            version(fields.get("fixed")),
            classes(fields.get("remain")),
            classes(fields.get("converted")),
            Optional.ofNullable(fields.get("note")),
            Optional.ofNullable(fields.get("source"))));
  }

  private static Optional<Version> version(String field) {
    if (field == null) {
      return Optional.empty();
    }
    Matcher matcher = VERSION.matcher(field);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not VERSION, N sites: " + field);
    }
    return Optional.of(new Version(matcher.group(1), Integer.parseInt(matcher.group(2))));
  }

  /** Classes, and in brackets behind them what they still lock. */
  private static Map<String, Set<String>> classes(String field) {
    Map<String, Set<String>> classes = new LinkedHashMap<>();
    for (String word : field == null ? new String[0] : field.split(" +")) {
      Matcher matcher = CLASS.matcher(word);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("neither CLASS nor CLASS(LOCK,...): " + word);
      }
      String locks = matcher.group(2);
      classes.put(matcher.group(1), locks == null ? Set.of() : Set.of(locks.split(",")));
    }
    return Map.copyOf(classes);
  }
}
