// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.directory.InitialDirContext;

/**
 * Virtual threads that wait for the other end of a connection in clients and servers of the JDK,
 * with one carrier. Without the agent it is not looked whether it is free.
 */
final class JdkServerPrograms {
  private JdkServerPrograms() {}

  @Torture(
      shows = "a virtual thread that waits for an LDAP server leaves its carrier to others",
      threads = Kind.VIRTUAL,
      jvm = {JdkPinPrograms.ONE, JdkPinPrograms.NO_MORE})
  static String ldapDoesNotPin(Env env) throws Throwable {
    Crew crew = env.crew();
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Hashtable<String, String> settings = new Hashtable<>();
      settings.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
      settings.put(
          Context.PROVIDER_URL,
          "ldap://" + silent.getInetAddress().getHostAddress() + ":" + silent.getLocalPort());
      settings.put(Context.SECURITY_PRINCIPAL, "cn=nobody");
      settings.put(Context.SECURITY_CREDENTIALS, "secret");
      Thread binding =
          crew.start(
              true,
              () -> {
                try {
                  new InitialDirContext(settings).close();
                } catch (NamingException e) {
                  // The server ends without an answer.
                }
              });
      try (Socket connection = silent.accept()) {
        connection.getInputStream().read();
        Contest.awaitStuck(binding);
        JdkPinPrograms.othersRun(env, "LDAP");
      }
      binding.join();
      crew.check();
    }
    return "bound at last";
  }

  @Torture(
      shows =
          "a handler of the JDK's HTTP server that reads a slow body leaves its carrier to others",
      threads = Kind.VIRTUAL,
      jvm = {JdkPinPrograms.ONE, JdkPinPrograms.NO_MORE})
  static String httpServerDoesNotPin(Env env) throws Throwable {
    InetAddress here = InetAddress.getLoopbackAddress();
    var server = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(here, 0), 0);
    CountDownLatch reading = new CountDownLatch(1);
    Thread[] handling = new Thread[1];
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext(
        "/",
        exchange -> {
          handling[0] = Thread.currentThread();
          reading.countDown();
          int length = exchange.getRequestBody().readAllBytes().length;
          exchange.sendResponseHeaders(200 + length, -1);
          exchange.close();
        });
    server.start();
    try (Socket client = new Socket(here, server.getAddress().getPort())) {
      OutputStream out = client.getOutputStream();
      String head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      reading.await();
      Contest.awaitStuck(handling[0]);
      JdkPinPrograms.othersRun(env, "HttpServer");
      out.write(new byte[2]);
      byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 202".length());
      return new String(answer, StandardCharsets.US_ASCII);
    } finally {
      server.stop(0);
    }
  }

  @Torture(
      shows =
          "a handler of the JDK's HTTP server whose answer the client does not read leaves its carrier"
              + " to others",
      threads = Kind.VIRTUAL,
      jvm = {JdkPinPrograms.ONE, JdkPinPrograms.NO_MORE})
  static String httpServerWritesWithoutPin(Env env) throws Throwable {
    InetAddress here = InetAddress.getLoopbackAddress();
    var server = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(here, 0), 0);
    CountDownLatch answering = new CountDownLatch(1);
    Thread[] handling = new Thread[1];
    byte[] answer = new byte[1 << 24];
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext(
        "/",
        exchange -> {
          handling[0] = Thread.currentThread();
          exchange.sendResponseHeaders(200, answer.length);
          answering.countDown();
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try (Socket client = new Socket(here, server.getAddress().getPort())) {
      String head = "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
      client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      answering.await();
      Contest.awaitStuck(handling[0]);
      JdkPinPrograms.othersRun(env, "HttpServer");
      InputStream in = client.getInputStream();
      String begin = new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
      return begin + ", all: " + (in.readAllBytes().length > answer.length);
    } finally {
      server.stop(0);
    }
  }
}
