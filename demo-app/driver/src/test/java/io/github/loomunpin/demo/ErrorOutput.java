// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Takes what is written to {@link System#err} during a test. */
public final class ErrorOutput implements BeforeEachCallback, AfterEachCallback {

  private final PrintStream systemErr = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Override
  public void beforeEach(ExtensionContext context) {
    err.reset();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    System.setErr(systemErr);
  }

  /** All of it so far, with line feeds. */
  public String text() {
    return err.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
