// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.analyzer.record.RecordException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder for one watch that only the user of the JVM can enter, with the socket to which the
 * agent connects. Closing it leaves nothing.
 */
final class WatchPlace implements AutoCloseable {

  /** The address of a socket has room for about a hundred bytes. */
  private static final int LONGEST_FOLDER = 60;

  private static final long PAUSE_MILLIS = 20;

  private final Path folder;
  private final Path root;
  private final ServerSocketChannel server;

  private WatchPlace(Path folder, Path root, ServerSocketChannel server) {
    this.folder = folder;
    this.root = root;
    this.server = server;
  }

  /**
   * Makes the folder where the JVM sees it as well.
   *
   * @param root what the process has as the root of its files, as seen from here
   * @param process where the system shows it; what is there belongs to its user
   */
  static WatchPlace make(Path root, Path process) throws RecordException {
    Path usual = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    boolean here = root.getNameCount() == 0;
    boolean fits = here && usual.toString().length() < LONGEST_FOLDER && isPlain(usual);
    Path parent = fits ? usual : root.resolve("tmp");
    try {
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      Path folder = Files.createTempDirectory(parent, "loom-unpin-watch-");
      WatchPlace place = new WatchPlace(folder, root, server);
      try {
        server.bind(UnixDomainSocketAddress.of(place.socket()));
        server.configureBlocking(false);
        place.giveTo(process);
        return place;
      } catch (IOException | RuntimeException e) {
        place.close();
        throw e;
      }
    } catch (IOException | UnsupportedOperationException e) {
      throw new RecordException("cannot make a socket in " + parent + ": " + e.getMessage());
    }
  }

  /** Whether the path may stand in the agent's options. */
  private static boolean isPlain(Path path) {
    return path.toString().chars().noneMatch(c -> c == ',' || c == '=');
  }

  /** Root may watch the JVMs of others. */
  private void giveTo(Path process) throws IOException {
    if (Files.exists(process)) {
      for (Path own : List.of(socket(), folder)) {
        if (!Files.getOwner(own).equals(Files.getOwner(process))) {
          Files.setOwner(own, Files.getOwner(process));
        }
      }
    }
  }

  Path folder() {
    return folder;
  }

  private Path socket() {
    return folder.resolve("socket");
  }

  /** A file as the JVM sees it. */
  String seenByJvm(Path file) {
    return root.getNameCount() == 0 || !file.startsWith(root)
        ? file.toString()
        : "/" + root.relativize(file);
  }

  /** The socket as the JVM sees it. */
  String socketSeenByJvm() {
    return seenByJvm(socket());
  }

  /** The connection of the agent; nothing if it does not come in that time. */
  Optional<SocketChannel> accept(Duration limit) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      SocketChannel channel = server.accept();
      if (channel != null) {
        return Optional.of(channel);
      }
      if (System.nanoTime() - begin > limit.toNanos()) {
        return Optional.empty();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete();
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
