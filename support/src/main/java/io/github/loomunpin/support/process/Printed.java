// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** One of the streams of a process, on its way to where it was to go. */
final class Printed {

  private final Output target;
  private final Path file;
  private volatile String lastLine = "";

  /**
   * @param file null where nothing is kept
   */
  private Printed(Output target, Path file) {
    this.target = target;
    this.file = file;
  }

  static Printed of(Output target) throws IOException {
    if (target instanceof Output.Captured) {
      // A file, not a pipe: grandchildren that live on would keep a pipe open.
      return new Printed(target, Files.createTempFile("child", ".txt"));
    }
    return new Printed(target, target instanceof Output.ToFile kept ? kept.file() : null);
  }

  Redirect redirect() {
    if (file != null) {
      return Redirect.to(file.toFile());
    }
    return target instanceof Output.Discarded ? Redirect.DISCARD : Redirect.PIPE;
  }

  /** Reads the stream to its end in a thread of its own, if there is somebody to read it for. */
  void read(InputStream in) {
    if (target instanceof Output.ByLine lines) {
      Thread reader = new Thread(() -> read(in, lines), "output of a child process");
      reader.setDaemon(true);
      reader.start();
    }
  }

  private void read(InputStream in, Output.ByLine lines) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lastLine = line;
        lines.consumer().accept(line);
      }
    } catch (IOException e) {
      lastLine = e.toString();
    }
  }

  boolean isTooLong() {
    return target instanceof Output.Captured && size() > Output.Captured.LIMIT;
  }

  private long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /** What is kept of it: all, or the last line. */
  String text() {
    if (file == null) {
      return lastLine;
    }
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "what it printed cannot be read: " + e;
    }
  }

  void delete() {
    if (target instanceof Output.Captured) {
      Ending.delete(file);
    }
  }
}
