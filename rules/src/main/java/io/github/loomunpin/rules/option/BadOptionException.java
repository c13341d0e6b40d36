// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

/** An option that is unknown or has a bad value; the message is one line that names it. */
public final class BadOptionException extends Exception {

  private static final long serialVersionUID = 1L;

  BadOptionException(String message) {
    super(message);
  }
}
