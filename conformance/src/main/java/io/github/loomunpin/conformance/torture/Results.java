// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file in which a child JVM tells the harness how its programs went. */
final class Results {
  private final Path file;

  Results(Path file) {
    this.file = file;
  }

  void begin(String name, Kind kind) {
    append("BEGIN\t" + name + "\t" + kind);
  }

  void end(String name, Kind kind, String status, long millis, String text) {
    append("END\t" + name + "\t" + kind + "\t" + status + "\t" + millis + "\t" + escape(text));
  }

  static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private void append(String line) {
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "").replace("\n", "\\n");
  }
}
