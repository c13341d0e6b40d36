// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/** PostgreSQL, run by root as the user nobody. */
final class UnprivilegedPostgres {

  private static final String NOBODY = "65534";
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--");
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private final Path directory;
  private final Path data;
  private final int port;

  private UnprivilegedPostgres(Path directory, int port) {
    this.directory = directory;
    this.data = directory.resolve("data");
    this.port = port;
  }

  static EmbeddedDatabase start(int maxConnections) throws IOException {
    var directory = Files.createTempDirectory("loom-unpin-postgres");
    // The temporary directory is root's alone at first.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    var postgres = new UnprivilegedPostgres(directory, freePort());
    try {
      PostgresBinaries.unpackTo(directory);
      postgres.makeData();
      var server = postgres.serve(maxConnections);
      var atExit = new Thread(() -> postgres.remove(server));
      Runtime.getRuntime().addShutdownHook(atExit);
      return new EmbeddedDatabase(
          postgres.url(),
          () -> {
            Runtime.getRuntime().removeShutdownHook(atExit);
            postgres.remove(server);
          });
    } catch (IOException e) {
      FileUtils.deleteQuietly(directory.toFile());
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  private void makeData() throws IOException {
    Files.createDirectory(data);
    Files.setOwner(
        data, data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY));
    var initdb = start("initdb", "-A", "trust", "-U", "postgres", "-D", data.toString());
    if (!ended(initdb, EmbeddedDatabase.START_TIMEOUT) || initdb.exitValue() != 0) {
      initdb.destroyForcibly();
      throw new IOException("initdb failed: " + lastWords("initdb"));
    }
  }

  private Process serve(int maxConnections) throws IOException {
    var server =
        start(
            "postgres",
            "-F",
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "max_connections=" + maxConnections);
    long deadline = System.nanoTime() + EmbeddedDatabase.START_TIMEOUT.toNanos();
    while (!ended(server, Duration.ofMillis(100)) && System.nanoTime() - deadline < 0) {
      try {
        DriverManager.getConnection(url()).close();
        return server;
      } catch (SQLException e) {
        // Not yet.
      }
    }
    server.destroyForcibly();
    throw new IOException("postgres does not start: " + lastWords("postgres"));
  }

  private Process start(String program, String... arguments) throws IOException {
    var command = new ArrayList<>(AS_NOBODY);
    command.add(directory.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log(program).toFile())
        .start();
  }

  private Path log(String program) {
    return directory.resolve(program + ".log");
  }

  private String lastWords(String program) throws IOException {
    return Files.readString(log(program)).lines().reduce((a, b) -> b).orElse("it said nothing");
  }

  private void remove(Process server) {
    try {
      // SIGINT: clients are cut off; the SIGTERM of destroy() would wait for them.
      var signal = new ProcessBuilder("kill", "-INT", Long.toString(server.pid())).start();
      if (!ended(signal, STOP_TIMEOUT) || !ended(server, STOP_TIMEOUT)) {
        server.destroyForcibly();
      }
    } catch (IOException e) {
      server.destroyForcibly();
    }
    FileUtils.deleteQuietly(directory.toFile());
  }

  private static boolean ended(Process process, Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
