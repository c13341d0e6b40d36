// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.BindException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells whether a request failed because this machine has no port or file left for a connection.
 * That says nothing about the server, so it must not count as an error of it.
 */
final class Exhaustion {

  private final AtomicReference<Throwable> first = new AtomicReference<>();

  /** Looks at what a request failed with. */
  void look(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (isOfThisMachine(cause)) {
        first.compareAndSet(null, cause);
      }
    }
  }

  private static boolean isOfThisMachine(Throwable cause) {
    return cause instanceof BindException
        || String.valueOf(cause.getMessage()).contains("Too many open files");
  }

  /**
   * To be called when the load is over.
   *
   * @throws IllegalStateException if that happened
   */
  void check() {
    var failure = first.get();
    if (failure != null) {
      throw new IllegalStateException(
          "the load generator could not open all connections: %s (ulimit -n says how many files it may open, sysctl"
                  .formatted(failure.getMessage())
              + " net.ipv4.ip_local_port_range which ports there are)",
          failure);
    }
  }
}
