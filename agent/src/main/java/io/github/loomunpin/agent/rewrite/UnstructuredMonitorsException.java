// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

/** The monitors of a method cannot be followed, so its body cannot be copied per mode. */
final class UnstructuredMonitorsException extends Exception {

  private static final long serialVersionUID = 1L;

  UnstructuredMonitorsException(String message) {
    super(message);
  }
}
