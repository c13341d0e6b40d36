// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.blocking;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a line such as {@code java.lang.Thread.sleep(long) SLEEP 21+ JEP 444}. */
final class BlockingCallParser {

  private static final Pattern LINE =
      Pattern.compile(
          "(?<owner>[\\w.$]+)\\.(?<method>[\\w$]+|<init>)\\((?<parameters>[^)]*)\\)\\s+"
              + "(?<kind>[A-Z_]+)(?<unsure>\\??)\\s+(?<first>\\d+)(?<last>\\+|-\\d+|)\\s+(?<source>\\S.*)");

  private BlockingCallParser() {}

  static BlockingCall parse(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a line of the catalogue: " + line);
    }
    int first = Integer.parseInt(parts.group("first"));
    String last = parts.group("last");
    return new BlockingCall(
        parts.group("owner").replace('.', '/'),
        parts.group("method"),
        descriptors(parts.group("parameters")),
        BlockingKind.valueOf(parts.group("kind")),
        parts.group("unsure").isEmpty(),
        first,
        last.isEmpty()
            ? first
            : last.equals("+") ? Integer.MAX_VALUE : Integer.parseInt(last.substring(1)),
        parts.group("source"));
  }

  private static String descriptors(String parameters) {
    if (parameters.equals("*") || parameters.isBlank()) {
      return parameters.strip();
    }
    StringBuilder descriptors = new StringBuilder();
    for (String parameter : parameters.split(",")) {
      descriptors.append(descriptor(parameter.strip()));
    }
    return descriptors.toString();
  }

  private static String descriptor(String type) {
    if (type.endsWith("[]")) {
      return "[" + descriptor(type.substring(0, type.length() - 2));
    }
    return switch (type) {
      case "boolean" -> "Z";
      case "byte" -> "B";
      case "char" -> "C";
      case "short" -> "S";
      case "int" -> "I";
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      default -> "L" + type.replace('.', '/') + ";";
    };
  }
}
