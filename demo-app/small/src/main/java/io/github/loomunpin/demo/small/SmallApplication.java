// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.small;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Runs a small program for each request and answers when it has ended: {@code /h2} and {@code
 * /waiters}.
 *
 * <p>Requests are answered by a kernel thread, so that only what the program does depends on
 * carriers.
 */
public final class SmallApplication {

  private static final int OK = 200;

  private SmallApplication() {}

  /** A program; says in a few words what it did. */
  interface Task {
    String run() throws Exception;
  }

  /** Serves on a free port of the loopback interface until the process is stopped. */
  public static void main(String[] args) throws Exception {
    // The server writes an answer in two parts. Until JDK 21 the second waits for the client to
    // acknowledge the first, which takes 40 ms (module jdk.httpserver).
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var h2 = H2Calls.open(4 * Runtime.getRuntime().availableProcessors());
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(server, "/h2", h2::run);
    serve(server, "/waiters", new Waiters()::run);
    server.start();
    System.out.printf("Listening on http://127.0.0.1:%d/%n", server.getAddress().getPort());
  }

  private static void serve(HttpServer server, String path, Task task) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            var said = task.run().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(OK, said.length);
            exchange.getResponseBody().write(said);
          } catch (IOException e) {
            throw e;
          } catch (Exception e) {
            throw new IOException(e);
          }
        });
  }
}
