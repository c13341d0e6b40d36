// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection that asks for the same small answer again and again; nothing but the JDK is in it. */
final class Http {

  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** What the server answers, so that it is known where an answer ends. */
  static final String BODY = "steady\n";

  private final Socket socket;
  private final byte[] buffer = new byte[4096];
  private int length;

  private Http(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
  }

  static Steady.Operation on(int port) throws IOException {
    Http http = new Http(port);
    return http::ask;
  }

  private void ask() throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(REQUEST);
    InputStream in = socket.getInputStream();
    length = 0;
    while (!isWhole()) {
      int n = in.read(buffer, length, buffer.length - length);
      if (n <= 0) {
        throw new IOException("the server has closed the connection");
      }
      length += n;
    }
  }

  private boolean isWhole() {
    int body = BODY.length();
    if (length < body) {
      return false;
    }
    for (int i = 0; i < body; i++) {
      if (buffer[length - body + i] != BODY.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
