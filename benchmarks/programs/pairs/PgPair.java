// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Statements that take 200 ms on connections of their own; PGJDBC up to 42.5 runs them under a
 * monitor. The server speaks just enough of PostgreSQL's protocol (version 3, simple query).
 */
public final class PgPair {

  private static final int CALLS = 20;

  private PgPair() {}

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> accept(server));
    String url =
        "jdbc:postgresql://127.0.0.1:"
            + server.getLocalPort()
            + "/pair?user=u&password=p&sslmode=disable&gssEncMode=disable&preferQueryMode=simple"
            + "&assumeMinServerVersion=14&loginTimeout=0";
    ConcurrentLinkedQueue<Connection> connections = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < CALLS; i++) {
      connections.add(DriverManager.getConnection(url));
    }
    Crowd.run(
        CALLS,
        () -> {
          try (Statement statement = connections.poll().createStatement()) {
            return statement.execute("SET slow = 1");
          }
        });
  }

  private static void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The program ends.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      in.readFully(new byte[in.readInt() - 4]);
      message(out, 'R', new byte[4]);
      String[] parameters = {
        "server_version\0" + "14.0", "client_encoding\0UTF8", "DateStyle\0ISO, MDY",
        "integer_datetimes\0on", "standard_conforming_strings\0on", "TimeZone\0UTC",
        "server_encoding\0UTF8"
      };
      for (String parameter : parameters) {
        message(out, 'S', (parameter + "\0").getBytes(StandardCharsets.UTF_8));
      }
      message(out, 'K', new byte[8]);
      message(out, 'Z', new byte[] {'I'});
      out.flush();
      for (int type = in.read(); type >= 0 && type != 'X'; type = in.read()) {
        byte[] body = new byte[in.readInt() - 4];
        in.readFully(body);
        if (type == 'Q') {
          if (new String(body, StandardCharsets.UTF_8).contains("slow")) {
            Thread.sleep(200);
          }
          message(out, 'C', "SET\0".getBytes(StandardCharsets.UTF_8));
          message(out, 'Z', new byte[] {'I'});
          out.flush();
        }
      }
    } catch (IOException | InterruptedException e) {
      // The client is gone.
    }
  }

  private static void message(DataOutputStream out, int type, byte[] body) throws IOException {
    out.write(type);
    out.writeInt(body.length + 4);
    out.write(body);
  }
}
