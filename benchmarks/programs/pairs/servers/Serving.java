// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;

/** Runs a server: prints its port when it has started, and stops it when the JVM is told to end. */
final class Serving {

  private Serving() {}

  /** A server that listens on the loopback interface. */
  record Server(int port, AutoCloseable stop) {}

  static void run(Callable<Server> start) {
    try {
      Server server = start.call();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      System.out.println("port " + server.port());
      Thread.currentThread().join();
    } catch (Exception | LinkageError e) {
      System.err.println(e.toString().lines().findFirst().orElseThrow());
      System.exit(1);
    }
  }

  private static void stop(Server server) {
    try {
      server.stop().close();
    } catch (Exception e) {
      System.err.println(e);
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
