// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Every carrier is kept by a thread that reads within a monitor what another process may send. */
final class Reading {

  private static final int BACKLOG = 10;

  private Reading() {}

  private static final class Client {

    private int answer;

    private synchronized void ask(Socket socket) throws IOException {
      answer = socket.getInputStream().read();
    }
  }

  public static void main(String[] args) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
      Socket[] sockets = new Socket[Standing.WORKERS];
      for (int i = 0; i < sockets.length; i++) {
        // A thread that connects would give its carrier away meanwhile, to whichever is next.
        sockets[i] = new Socket(silent.getInetAddress(), silent.getLocalPort());
      }
      Standing.still(number -> new Client().ask(sockets[number]));
    }
  }
}
