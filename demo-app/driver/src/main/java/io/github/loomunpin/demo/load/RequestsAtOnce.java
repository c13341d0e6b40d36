// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Many requests at the same moment, each on a connection of its own, and none afterwards.
 *
 * <p>A request's time runs from that moment, so opening the connection counts.
 *
 * @param target what to get
 * @param requests how many
 * @param limit how long to wait for the last answer
 */
public record RequestsAtOnce(URI target, int requests, Duration limit) implements HttpLoad {

  private static final int OK = 200;

  @Override
  public Measurement run(Moments moments) throws InterruptedException {
    var client = client();
    try {
      moments.begin();
      var measurement = measure(client);
      moments.end();
      return measurement;
    } finally {
      stop(client);
    }
  }

  private Measurement measure(HttpClient client) throws InterruptedException {
    var latencies = new ConcurrentHistogram(limit.plusMinutes(1).toNanos(), 3);
    var failed = new LongAdder();
    var open = new CountDownLatch(requests);
    long begin = System.nanoTime();
    for (int i = 0; i < requests; i++) {
      client
          .newRequest(target)
          .send(
              result -> {
                if (isOk(result)) {
                  latencies.recordValue(System.nanoTime() - begin);
                } else {
                  failed.increment();
                }
                open.countDown();
              });
    }
    boolean complete = open.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    var window = Duration.ofNanos(System.nanoTime() - begin);
    // Those that are stopped now count as failed, but not twice.
    long errors = complete ? failed.sum() : requests - latencies.getTotalCount();
    return new Measurement(
        window, latencies.getTotalCount(), requests, errors, Latencies.of(latencies.copy()));
  }

  private static boolean isOk(Result result) {
    return result.isSucceeded() && result.getResponse().getStatus() == OK;
  }

  private HttpClient client() {
    var threads = new QueuedThreadPool(8);
    threads.setDaemon(true);
    var connector = new ClientConnector();
    connector.setSelectors(1);
    var client = new HttpClient(new HttpClientTransportOverHTTP(connector));
    client.setExecutor(threads);
    client.setMaxConnectionsPerDestination(requests);
    client.setMaxRequestsQueuedPerDestination(requests);
    client.setConnectTimeout(limit.toMillis());
    client.setIdleTimeout(limit.plusMinutes(1).toMillis());
    try {
      client.start();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not start", e);
    }
    return client;
  }

  private static void stop(HttpClient client) {
    try {
      client.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not stop", e);
    }
  }
}
