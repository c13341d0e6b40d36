// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.tell.JsonText;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The connection to the process that watches. Each line is a JSON object. The watch ends when that
 * process closes the connection or sends anything. A sender never waits for the reader, which may
 * be stopped: a thread of this connection writes what is queued. Safe for any thread.
 */
final class WatchLink implements Closeable {

  /** More lines are dropped; only a reader that is stopped leaves so many. */
  private static final int MOST_QUEUED = 1_000;

  private static final long LAST_MILLIS = 3_000;

  private final SocketChannel channel;
  private final Thread writer = new Thread(OwnThreads.rootGroup(), this::write, NAME, 0, false);

  /** Guarded by this object, as are those that follow. */
  private final Deque<String> queue = new ArrayDeque<>();

  /** The newest of the lines that make the ones before them superfluous; empty if it is written. */
  private String newest = "";

  private boolean closing;

  static final String NAME = "loom-unpin watch";

  private WatchLink(SocketChannel channel) {
    this.channel = channel;
    writer.setDaemon(true);
    writer.setContextClassLoader(null);
  }

  /** Connects to the socket of the process that has attached the agent. */
  static WatchLink connect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    WatchLink link = new WatchLink(channel);
    link.writer.start();
    return link;
  }

  /**
   * A line of its own.
   *
   * @param members of the object besides those that all have; empty if there are none
   */
  static String line(String kind, String text, String members) {
    StringBuilder json = new StringBuilder("{\"kind\": \"").append(kind);
    json.append("\", \"time\": \"").append(Instant.now()).append("\", \"text\": ");
    JsonText.quote(text, json);
    json.append(members.isEmpty() ? "" : ", ").append(members).append('}');
    // Within strings there are no ends of lines.
    return json.toString().replace('\n', ' ');
  }

  synchronized void send(String line) {
    if (queue.size() < MOST_QUEUED) {
      queue.add(line);
      notifyAll();
    }
  }

  /** Sends what takes the place of all that was sent in this way before. */
  synchronized void sendNewest(String line) {
    newest = line;
    notifyAll();
  }

  /** Returns when the process that watches has gone or has enough. */
  void awaitEnd() {
    try {
      channel.read(ByteBuffer.allocate(1));
    } catch (IOException e) {
      // It has gone in another way.
    }
  }

  private void write() {
    try {
      for (String line = next(); !line.isEmpty(); line = next()) {
        ByteBuffer bytes = ByteBuffer.wrap(line.concat("\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    } catch (IOException | InterruptedException e) {
      // Nobody reads any more, which the reading end of this connection notices as well.
    }
  }

  /** The line to be written next; empty if there will be none. */
  private synchronized String next() throws InterruptedException {
    while (queue.isEmpty() && newest.isEmpty() && !closing) {
      wait();
    }
    String line = queue.poll();
    if (line == null) {
      line = newest;
      newest = "";
    }
    return line;
  }

  /** Ends the connection once all is written, or when that takes too long. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    try {
      writer.join(LAST_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      channel.close();
    }
  }
}
