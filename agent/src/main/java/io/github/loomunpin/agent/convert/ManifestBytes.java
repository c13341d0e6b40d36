// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A manifest, of which all that is not meant to change keeps its bytes. The JDK looks for some
 * attributes, such as {@code Multi-Release}, in the bytes, where a line that is folded elsewhere
 * says something else.
 *
 * @param text with each byte as one character
 */
record ManifestBytes(String text) {

  /** Where lines are folded, without what ends them. */
  private static final int WIDTH = 72;

  private static final String LINE_END = "\r\n";
  private static final String VERSION = "Manifest-Version: 1.0";

  /** Of a jar that has none. */
  static final ManifestBytes NONE = new ManifestBytes(VERSION + LINE_END + LINE_END);

  static ManifestBytes of(byte[] bytes) {
    return new ManifestBytes(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** With an attribute at the end of the main section, instead of one of the same name. */
  ManifestBytes with(String name, String value) {
    List<String> lines = lines();
    List<String> all = new ArrayList<>();
    String lineEnd = lines.isEmpty() || !isEnded(lines.get(0)) ? LINE_END : endOf(lines.get(0));
    int at = 0;
    // The JDK does not read an attribute whose last line has no end; what follows would end it.
    while (at < lines.size() && !isEmpty(lines.get(at)) && isEnded(lines.get(at))) {
      if (!nameOf(lines.get(at)).equalsIgnoreCase(name)) {
        all.add(lines.get(at));
      }
      at++;
    }
    if (all.isEmpty()) {
      all.add(VERSION + lineEnd);
    }
    all.add(folded(name + ": " + value, lineEnd));
    all.addAll(lines.subList(at, lines.size()));
    return new ManifestBytes(String.join("", all));
  }

  /** Without what signatures have put into the sections of single entries. */
  ManifestBytes unsigned() {
    StringBuilder all = new StringBuilder();
    List<List<String>> sections = sections();
    for (int i = 0; i < sections.size(); i++) {
      List<String> section = sections.get(i);
      List<String> kept = new ArrayList<>(section);
      if (i > 0 && kept.removeIf(line -> isOfSignature(nameOf(line)))) {
        boolean isNameOnly = kept.stream().filter(line -> !isEmpty(line)).count() <= 1;
        kept = isNameOnly ? List.of() : kept;
      }
      kept.forEach(all::append);
    }
    return new ManifestBytes(all.toString());
  }

  /**
   * The main one, which may have no attributes, and the others, each with the empty lines after.
   */
  private List<List<String>> sections() {
    List<List<String>> sections = new ArrayList<>();
    String before = "";
    for (String line : lines()) {
      if (before.isEmpty() || isEmpty(before) && !isEmpty(line)) {
        sections.add(new ArrayList<>());
      }
      sections.get(sections.size() - 1).add(line);
      before = line;
    }
    return sections;
  }

  private static boolean isOfSignature(String attribute) {
    String name = attribute.toLowerCase(Locale.ROOT);
    return name.endsWith("-digest") || name.contains("-digest-") || name.equals("magic");
  }

  /** Attributes with the lines that continue them, and empty lines; each with what ends it. */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    int begin = 0;
    while (begin < text.length()) {
      int end = endOfLine(begin);
      while (text.startsWith(" ", end) && !isLineEnd(text.charAt(begin))) {
        end = endOfLine(end);
      }
      lines.add(text.substring(begin, end));
      begin = end;
    }
    return lines;
  }

  private int endOfLine(int from) {
    int at = from;
    while (at < text.length() && !isLineEnd(text.charAt(at))) {
      at++;
    }
    return text.startsWith(LINE_END, at) ? at + 2 : Math.min(at + 1, text.length());
  }

  private static boolean isLineEnd(char c) {
    return c == '\r' || c == '\n';
  }

  private static boolean isEmpty(String line) {
    return isLineEnd(line.charAt(0));
  }

  private static boolean isEnded(String line) {
    return isLineEnd(line.charAt(line.length() - 1));
  }

  private static String endOf(String line) {
    return line.endsWith(LINE_END) ? LINE_END : line.substring(line.length() - 1);
  }

  private static String nameOf(String line) {
    String unfolded = line.replaceAll("(\r\n|\r|\n) ", "");
    return unfolded.substring(0, Math.max(0, unfolded.indexOf(':')));
  }

  private static String folded(String attribute, String lineEnd) {
    byte[] bytes = attribute.getBytes(StandardCharsets.UTF_8);
    StringBuilder lines = new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1));
    for (int at = WIDTH; at < lines.length(); at += lineEnd.length() + WIDTH) {
      lines.insert(at, lineEnd + " ");
    }
    return lines.append(lineEnd).toString();
  }
}
