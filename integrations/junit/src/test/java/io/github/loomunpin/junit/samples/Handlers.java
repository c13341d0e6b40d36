// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import com.sun.net.httpserver.HttpServer;

/** The pages of a server. */
final class Handlers {

  private Handlers() {}

  static void addTo(HttpServer server) {
    add(server, "/pins", () -> new Client().call());
    add(server, "/sleeps", Client::rest);
  }

  private static void add(HttpServer server, String path, Runnable page) {
    server.createContext(
        path,
        exchange -> {
          page.run();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
  }
}
