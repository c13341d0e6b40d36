// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.io.BufferedWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** Remembers why a write failed, which a {@link java.io.PrintWriter} above it does not. */
final class StandardOutput extends FilterWriter {

  private IOException failure;

  StandardOutput(Writer out) {
    super(new BufferedWriter(out));
  }

  /** The first failure, if there was any. */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void write(int c) throws IOException {
    attempt(() -> super.write(c));
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    attempt(() -> super.write(text, from, length));
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    attempt(() -> super.write(text, from, length));
  }

  @Override
  public void flush() throws IOException {
    attempt(super::flush);
  }

  private interface Write {
    void run() throws IOException;
  }

  private void attempt(Write write) throws IOException {
    try {
      write.run();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
