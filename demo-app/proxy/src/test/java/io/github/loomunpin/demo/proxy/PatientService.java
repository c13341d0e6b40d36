// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** A service that answers when so many wait for its answer, each on a connection of its own. */
final class PatientService implements AutoCloseable {

  private static final String BODY = "all are here";
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(BODY.length(), BODY);

  private final CyclicBarrier all;
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newThreadPerTaskExecutor(daemons());

  PatientService(int clients) throws IOException {
    all = new CyclicBarrier(clients);
    server = new ServerSocket(0, clients, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Kernel threads with small stacks: the tests may run on a JDK where virtual ones pin. */
  private static ThreadFactory daemons() {
    return task -> {
      var thread = new Thread(null, task, "patient", 64 << 10);
      thread.setDaemon(true);
      return thread;
    };
  }

  URI address() {
    return URI.create("http://127.0.0.1:%d/".formatted(server.getLocalPort()));
  }

  private void accept() {
    try {
      while (true) {
        var client = server.accept();
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket client) {
    try (client;
        var in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        // The line that ends a request.
        if (line.isEmpty()) {
          all.await();
          client.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (Exception e) {
      // The client is gone, or the test is over.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
