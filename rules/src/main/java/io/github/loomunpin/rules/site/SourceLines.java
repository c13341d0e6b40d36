// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of the source that a class file's own line numbers stand for, by the source map that
 * Kotlin's compiler adds (JSR-45). It numbers the lines of inlined functions behind the last line
 * of the file, and tells in two strata where they are from:
 *
 * <ol>
 *   <li>{@code Kotlin}: the file and line of the inlined function;
 *   <li>{@code KotlinDebug}: the line of the class's own file that calls it.
 * </ol>
 */
public final class SourceLines {

  /** For class files whose lines are those of the source. */
  public static final SourceLines SAME = new SourceLines();

  private static final String KOTLIN = "Kotlin";
  private static final String KOTLIN_DEBUG = "KotlinDebug";

  /** A file that the compiler makes up for lines of no source. */
  private static final String NO_FILE = "fake.kt";

  /** {@code InputStartLine#LineFileID,RepeatCount:OutputStartLine,OutputLineIncrement}. */
  private static final Pattern LINES =
      Pattern.compile("(\\d{1,9})(?:#(\\d{1,9}))?(?:,(\\d{1,9}))?:(\\d{1,9})(?:,(\\d{1,9}))?");

  /** A class file may have at most that many. */
  private static final int MOST_LINES = 65_536;

  private final Map<Integer, Integer> callers = new HashMap<>();
  private final Map<Integer, String> origins = new HashMap<>();

  private SourceLines() {}

  /**
   * Reads a source map; what it has no sense of is left out.
   *
   * @param debug what the class file has as its source's debug extension; null if it has none
   */
  public static SourceLines of(String debug) {
    if (debug == null || !debug.startsWith("SMAP")) {
      return SAME;
    }
    SourceLines lines = new SourceLines();
    String stratum = "";
    String section = "";
    Map<String, String> files = new HashMap<>();
    for (String line : debug.split("\\R")) {
      if (line.startsWith("*S ")) {
        stratum = line.substring(3).trim();
        files.clear();
      } else if (line.startsWith("*")) {
        section = line;
      } else if (section.equals("*F")) {
        addFile(line, files);
      } else if (section.equals("*L")) {
        lines.add(stratum, line, files);
      }
    }
    return lines;
  }

  /** {@code + 1 File.kt}, with the path in the next line, or {@code 1 File.kt}. */
  private static void addFile(String line, Map<String, String> files) {
    String[] parts = line.startsWith("+ ") ? line.substring(2).split(" ", 2) : line.split(" ", 2);
    if (parts.length == 2) {
      files.putIfAbsent(parts[0], parts[1]);
    }
  }

  private void add(String stratum, String line, Map<String, String> files) {
    Matcher matcher = LINES.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    int input = Integer.parseInt(matcher.group(1));
    String file = files.getOrDefault(matcher.group(2) == null ? "1" : matcher.group(2), "");
    int repeat = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
    int output = Integer.parseInt(matcher.group(4));
    int increment = matcher.group(5) == null ? 1 : Integer.parseInt(matcher.group(5));
    for (int i = 0; i < Math.min(repeat, MOST_LINES); i++) {
      for (int j = 0; j < Math.min(increment, MOST_LINES); j++) {
        int mapped = output + i * increment + j;
        if (mapped > MOST_LINES) {
          return;
        }
        if (stratum.equals(KOTLIN_DEBUG)) {
          callers.put(mapped, input + i);
        } else if (stratum.equals(KOTLIN) && !file.equals(NO_FILE)) {
          origins.put(mapped, file + ":" + (input + i));
        }
      }
    }
  }

  /** The line of the class's own source file that a line of the class file stands for. */
  public int inSource(int line) {
    return callers.getOrDefault(line, line);
  }

  /** File and line of the function that was inlined there; empty if none was. */
  public String inlinedFrom(int line) {
    return callers.containsKey(line) ? origins.getOrDefault(line, "") : "";
  }
}
