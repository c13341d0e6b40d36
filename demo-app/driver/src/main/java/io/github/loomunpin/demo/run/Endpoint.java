// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

/**
 * What is asked for, how often, and with how many database connections.
 *
 * <p>The rate is what would be answered if nothing but the second of sleep took time: a thousand by
 * a thousand connections of clients, five hundred by five hundred connections to the database.
 */
public enum Endpoint {
  ROOT("root", "/", 1000, 10),
  SQL("sql", "/sql", 500, 500);

  /** Connections of clients, whatever the endpoint. */
  public static final int CONNECTIONS = 1000;

  private final String id;
  private final String path;
  private final int requestsPerSecond;
  private final int poolSize;

  Endpoint(String id, String path, int requestsPerSecond, int poolSize) {
    this.id = id;
    this.path = path;
    this.requestsPerSecond = requestsPerSecond;
    this.poolSize = poolSize;
  }

  /** As it appears in file names. */
  public String id() {
    return id;
  }

  public String path() {
    return path;
  }

  public int requestsPerSecond() {
    return requestsPerSecond;
  }

  public int poolSize() {
    return poolSize;
  }
}
