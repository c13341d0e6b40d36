// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

/** A class file that cannot be read; the message is one line for a user. */
public final class UnreadableClassException extends Exception {

  private static final long serialVersionUID = 1L;

  public UnreadableClassException(String message, Throwable cause) {
    super(message, cause);
  }
}
