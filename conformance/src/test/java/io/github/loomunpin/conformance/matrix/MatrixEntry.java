// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of a table of the matrix: a kind of object, or a class whose objects are two kinds.
 *
 * @param make an expression that makes an object
 * @param types static types, separated by blanks in the table, the exact one first
 * @param extending the extends and implements clauses of a class
 * @param ways methods made of statements
 */
record MatrixEntry(
    String name, String make, List<String> types, String extending, String members, String ways) {

  static List<MatrixEntry> read(Path table) throws IOException {
    List<MatrixEntry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(table)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int blank = line.indexOf(' ');
      String key = line.substring(0, blank);
      String value = line.substring(blank + 1);
      if (key.equals("kind") || key.equals("subject")) {
        entries.add(new MatrixEntry(value, "", List.of(), "", "", ""));
      } else {
        entries.add(entries.removeLast().with(key, value));
      }
    }
    return entries;
  }

  private MatrixEntry with(String key, String value) {
    return switch (key) {
      case "make" -> new MatrixEntry(name, value, types, extending, members, ways);
      case "type" ->
          new MatrixEntry(name, make, List.of(value.split(" ")), extending, members, ways);
      case "extends" -> new MatrixEntry(name, make, types, value, members, ways);
      case "member" ->
          new MatrixEntry(name, make, types, extending, members + "  " + value + "\n", ways);
      case "way" -> new MatrixEntry(name, make, types, extending, members, ways + way(value));
      default -> throw new IllegalArgumentException(name + " has a " + key);
    };
  }

  private static String way(String text) {
    int colon = text.indexOf(": ");
    return "  static void way_"
        + text.substring(0, colon)
        + "(Object given, CriticalSection body) throws Throwable {\n"
        + "    var o = (EXACT) given;\n"
        + "    "
        + text.substring(colon + 2)
        + "\n  }\n\n";
  }
}
