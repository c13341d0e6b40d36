// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.RoundRobinConnectionPool;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.mortbay.jetty.load.generator.HTTP1ClientTransportBuilder;
import org.mortbay.jetty.load.generator.LoadGenerator;
import org.mortbay.jetty.load.generator.Resource;

/**
 * Requests that leave at a constant rate whether or not earlier ones were answered.
 *
 * <p>A request's time runs from the moment it is due, so waiting for a free connection counts: a
 * server that stops answering cannot hide it (no coordinated omission).
 *
 * @param target what to get
 * @param connections how many connections take turns
 * @param requestsPerSecond the rate, whole requests
 * @param warmUp load that is offered but not measured, whole seconds
 * @param window what is measured, whole seconds
 * @param grace how long to wait for the answers to the last requests of the window
 */
public record OfferedLoad(
    URI target,
    int connections,
    int requestsPerSecond,
    Duration warmUp,
    Duration window,
    Duration grace)
    implements HttpLoad {

  /** Returns when the window and the grace are over, even if nothing answers. */
  @Override
  public Measurement run(Moments moments) throws InterruptedException {
    return run(moments, new Recorder(warmUp, window, LoadClock.SYSTEM));
  }

  /** The recorder has its own window and clock, by which this waits. */
  Measurement run(Moments moments, Recorder recorder) throws InterruptedException {
    var threads = new QueuedThreadPool(8);
    threads.setDaemon(true);
    long seconds = warmUp.plus(window).toSeconds();
    var generator =
        LoadGenerator.builder()
            .scheme(target.getScheme())
            .host(target.getHost())
            .port(target.getPort())
            .resource(new Resource(target.getPath()))
            .httpClientTransportBuilder(new TurnTaking(connections).selectors(1))
            .executor(threads)
            .threads(1)
            .usersPerThread(1)
            .channelsPerUser(connections)
            .resourceRate(requestsPerSecond)
            .maxRequestsQueued(Math.toIntExact(requestsPerSecond * (seconds + 2)))
            .runFor(seconds, TimeUnit.SECONDS)
            .listener((LoadGenerator.ReadyListener) ready -> recorder.begin())
            .requestListener(recorder)
            .resourceListener(recorder)
            .build();
    var end = generator.begin();
    recorder.awaitBeginOfWindow();
    moments.begin();
    recorder.awaitEndOfWindow();
    moments.end();
    try {
      end.get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // The server still owes answers: the recorder counts them.
    } catch (ExecutionException e) {
      // A request failed: the recorder counted it.
    }
    try {
      return recorder.measurement();
    } finally {
      stop(generator);
    }
  }

  private static void stop(LoadGenerator generator) {
    try {
      generator.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the load generator does not stop", e);
    }
  }

  /** Uses all connections in turn, not the most recently used ones again. */
  private static final class TurnTaking extends HTTP1ClientTransportBuilder {

    private final int connections;

    TurnTaking(int connections) {
      this.connections = connections;
    }

    @Override
    protected HttpClientTransport newHttpClientTransport(ClientConnector connector) {
      var transport = super.newHttpClientTransport(connector);
      transport.setConnectionPoolFactory(
          destination -> new RoundRobinConnectionPool(destination, connections));
      return transport;
    }
  }
}
