// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;

/**
 * Runs a server: prints its port when it has started, and stops it when the standard input ends.
 * The script that started it holds the other end, so no server survives it however it ends.
 */
final class Serving {

  private Serving() {}

  /** A server that listens on the loopback interface. */
  record Server(int port, AutoCloseable stop) {}

  static void run(Callable<Server> start) {
    int status = 0;
    try {
      Server server = start.call();
      try (AutoCloseable stop = server.stop()) {
        System.out.println(server.port());
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    } catch (Exception | LinkageError e) {
      System.err.println(e.toString().lines().findFirst().orElseThrow());
      status = 1;
    }
    System.exit(status);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
