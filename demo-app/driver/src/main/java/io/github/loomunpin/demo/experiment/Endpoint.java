// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.List;

/**
 * What is asked for and how often.
 *
 * @param id as it appears in file names
 * @param does what it does, for people
 * @param requestsPerSecond offered, whether or not earlier ones were answered
 * @param connections of clients
 * @param arguments what the application is given for it
 * @param remark what else is worth knowing about the load; may be empty
 */
public record Endpoint(
    String id,
    String path,
    String does,
    int requestsPerSecond,
    int connections,
    List<String> arguments,
    String remark) {

  public Endpoint {
    arguments = List.copyOf(arguments);
  }

  /** As in a protocol. */
  public String request() {
    return "GET " + path;
  }
}
