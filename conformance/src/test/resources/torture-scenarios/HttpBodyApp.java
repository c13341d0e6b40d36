// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** A thread reads the body of a request, which locks it, while another one locks the body. */
public final class HttpBodyApp {
  private static final String PACKAGE = "sun/net/httpserver/";
  private static final CountDownLatch ANSWERED = new CountDownLatch(1);
  private static volatile boolean isSent;

  private HttpBodyApp() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 0) {
      ChangingAgent.instrumentation.addTransformer(new OfImage(name -> name.startsWith(PACKAGE)), true);
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext(
        "/",
        exchange -> {
          InputStream body = exchange.getRequestBody();
          Thread reader = Thread.ofVirtual().start(() -> read(body));
          while (reader.getState() == Thread.State.NEW || !isInside(reader)) {
            Thread.onSpinWait();
          }
          boolean wasSent;
          synchronized (body) {
            wasSent = isSent;
          }
          System.out.println("OUT: locked after the end of reading " + wasSent);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          ANSWERED.countDown();
        });
    server.start();
    try (Socket socket = new Socket(loopback, server.getAddress().getPort())) {
      String head = "POST / HTTP/1.1\r\nHost: loopback\r\nContent-Length: 4\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      Thread.sleep(1000);
      isSent = true;
      socket.getOutputStream().write(new byte[4]);
      ANSWERED.await();
    }
    server.stop(0);
  }

  private static void read(InputStream body) {
    try {
      body.read(new byte[4]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isInside(Thread reader) {
    for (StackTraceElement frame : reader.getStackTrace()) {
      if (frame.getClassName().endsWith("FixedLengthInputStream")) {
        return true;
      }
    }
    return !reader.isAlive();
  }
}
