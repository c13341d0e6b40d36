// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

/** Why there was no load, though the server may be well. */
public final class LoadFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LoadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
