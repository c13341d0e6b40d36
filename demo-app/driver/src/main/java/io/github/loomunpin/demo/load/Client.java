// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.URI;
import java.time.Duration;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** An HTTP client that opens as many connections as there are requests at one time. */
final class Client implements AutoCloseable {

  private static final int OK = 200;

  private final HttpClient http;
  private final Exhaustion exhaustion = new Exhaustion();

  /**
   * @param limit how long an answer may take
   */
  Client(int connections, Duration limit) {
    var threads = new QueuedThreadPool(8);
    threads.setDaemon(true);
    var connector = new ClientConnector();
    connector.setSelectors(1);
    http = new HttpClient(new HttpClientTransportOverHTTP(connector));
    http.setExecutor(threads);
    http.setMaxConnectionsPerDestination(connections);
    http.setMaxRequestsQueuedPerDestination(connections);
    http.setConnectTimeout(limit.toMillis());
    http.setIdleTimeout(limit.plusMinutes(1).toMillis());
    try {
      http.start();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not start", e);
    }
  }

  /** Receives each answer. */
  interface Answered {

    /**
     * It is complete, or there will be none.
     *
     * @param ok whether it is there and its status 200
     */
    void answered(boolean ok);
  }

  /** Sends a request and returns at once. */
  void get(URI target, Answered answered) {
    http.newRequest(target).send(result -> answered.answered(isOk(result)));
  }

  /**
   * To be called when the load is over.
   *
   * @throws IllegalStateException if requests failed though not the server was the reason
   */
  void check() {
    exhaustion.check();
  }

  private boolean isOk(Result result) {
    if (result.isFailed()) {
      exhaustion.look(result.getFailure());
    }
    return result.isSucceeded() && result.getResponse().getStatus() == OK;
  }

  @Override
  public void close() {
    try {
      http.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not stop", e);
    }
  }
}
