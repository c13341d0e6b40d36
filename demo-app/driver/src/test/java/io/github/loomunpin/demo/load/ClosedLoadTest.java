// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClosedLoadTest {

  private static final int CONNECTIONS = 4;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void each_connection_asks_again_as_soon_as_it_has_its_answer() throws InterruptedException {
    answer(200);

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(mostOpen).hasValueLessThanOrEqualTo(CONNECTIONS);
    assertThat(requests).hasValueGreaterThan(CONNECTIONS);
    assertThat(measurement.answered()).isPositive().isLessThanOrEqualTo(requests.get());
    assertThat(measurement.requested()).isEqualTo(measurement.answered());
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(10));
  }

  @Test
  void other_answers_than_200_are_errors() throws InterruptedException {
    answer(503);

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isPositive().isEqualTo(measurement.requested());
  }

  private void answer(int status) {
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
          try {
            Thread.sleep(Duration.ofMillis(10));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          open.decrementAndGet();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  private ClosedLoad load() {
    var target = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return new ClosedLoad(target, CONNECTIONS, Duration.ofSeconds(1), Duration.ofSeconds(3));
  }
}
