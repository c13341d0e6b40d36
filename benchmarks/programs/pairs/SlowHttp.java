// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/**
 * The HTTP server of the JDK, which answers each request after some time on a thread of the system.
 */
final class SlowHttp {

  private SlowHttp() {}

  static String start(int millis) throws IOException {
    // Otherwise Nagle's algorithm adds 40 ms to each answer of JDK 21, and none to those of JDK 25.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'o', 'k'});
          exchange.close();
        });
    server.start();
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }
}
