// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.util.List;

/**
 * What is asked for, and how.
 *
 * @param id as it appears in file names
 * @param does what it does, for people
 * @param load how often
 * @param arguments what the application is given for it
 * @param remark what else is worth knowing about the load; may be empty
 */
public record Endpoint(
    String id, String path, String does, Load load, List<String> arguments, String remark) {

  public Endpoint {
    arguments = List.copyOf(arguments);
  }

  /** This endpoint with another number of connections. */
  public Endpoint on(int connections) {
    return new Endpoint(
        id + "-" + connections, path, does, load.on(connections), arguments, remark);
  }

  /** All but the path, as a sentence without its end. */
  public String conditions() {
    var asked = Experiment.beginning(load.text());
    return "%s. %s%s".formatted(does, asked, remark.isEmpty() ? "" : ", " + remark);
  }

  /** As in a protocol. */
  public String request() {
    return "GET " + path;
  }
}
