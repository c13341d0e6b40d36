// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import com.sun.net.httpserver.HttpServer;
import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server in the same JVM, whose threads no test has started. */
class Server {

  /** Without a frame of the test on its stack. */
  private record Pages(HttpServer server, ExecutorService threads) {

    static Pages start() throws IOException {
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      HttpServer server = HttpServer.create(any, 0);
      ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
      server.setExecutor(threads);
      Handlers.addTo(server);
      server.start();
      return new Pages(server, threads);
    }

    void get(String path) throws IOException {
      URI.create("http://localhost:" + server.getAddress().getPort() + path)
          .toURL()
          .openStream()
          .close();
    }
  }

  private static Pages pages;

  @BeforeAll
  static void start() throws IOException {
    pages = Pages.start();
  }

  @AfterAll
  static void stop() {
    pages.server().stop(0);
    pages.threads().close();
  }

  @Test
  @ShouldNotPin
  void asks_for_a_page_that_pins() throws IOException {
    pages.get("/pins");
  }

  @Test
  @ShouldPin(atMost = 1)
  void knows_of_a_page_that_pins() throws IOException {
    pages.get("/pins");
  }

  @Test
  @ShouldNotPin
  void asks_for_a_page_that_sleeps() throws IOException {
    pages.get("/sleeps");
  }
}
