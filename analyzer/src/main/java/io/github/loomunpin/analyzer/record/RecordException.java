// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

/**
 * A JVM could not be recorded or watched; the message is one line that says why, and what to do.
 */
public final class RecordException extends Exception {

  private static final long serialVersionUID = 1;

  public RecordException(String message) {
    super(message);
  }
}
