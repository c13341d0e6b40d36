// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

/** A file that is not Java as this tool knows it; the message is one clause with the line. */
public final class UnreadableSourceException extends Exception {

  private static final long serialVersionUID = 1L;

  UnreadableSourceException(String message) {
    super(message);
  }
}
