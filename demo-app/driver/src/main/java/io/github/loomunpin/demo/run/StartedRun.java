// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;

/**
 * A run whose application has started, and what is left to do. Its end and the start of the next
 * run measure nothing, so they may overlap.
 */
public interface StartedRun extends AutoCloseable {

  /** Warms the application up and measures it; returns when the load is over. */
  void load() throws IOException, InterruptedException;

  /** Writes the recording, ends the application, and returns what was seen. */
  Observed end() throws IOException, InterruptedException;

  /** Ends the application, if it has not ended. */
  @Override
  void close();
}
