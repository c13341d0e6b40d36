// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

/** How an application is asked. */
public sealed interface Load {

  /** As many as can be open at one time. */
  int connections();

  /** This load with another number of connections. */
  Load on(int otherConnections);

  /** As a sentence without its end. */
  String text();

  /**
   * Requests that leave at a constant rate, whether or not earlier ones were answered: one a second
   * on each connection, since an answer takes a second, but no more than can be answered.
   *
   * @param connections of clients, which take turns
   * @param most requests a second
   */
  record Offered(int connections, int most) implements Load {

    /** The rate. */
    public int requestsPerSecond() {
      return Math.min(connections, most);
    }

    @Override
    public Load on(int otherConnections) {
      return new Offered(otherConnections, most);
    }

    @Override
    public String text() {
      return "%d requests/s offered on %d connections".formatted(requestsPerSecond(), connections);
    }
  }

  /** On each connection the next request leaves as soon as the last one is answered. */
  record Closed(int connections) implements Load {

    @Override
    public Load on(int otherConnections) {
      return new Closed(otherConnections);
    }

    @Override
    public String text() {
      return connections == 1
          ? "one request after another"
          : "as many requests as are answered on %d connections".formatted(connections);
    }
  }

  /**
   * Requests that leave at the same moment, each on a connection of its own.
   *
   * @param warmUp a path that does the same in less time, for requests that warm up
   */
  record AtOnce(int connections, String warmUp) implements Load {

    @Override
    public Load on(int otherConnections) {
      return new AtOnce(otherConnections, warmUp);
    }

    @Override
    public String text() {
      return connections + " requests at once";
    }
  }
}
