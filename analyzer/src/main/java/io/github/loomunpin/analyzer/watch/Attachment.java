// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.analyzer.record.RecordException;
import io.github.loomunpin.support.process.Program;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import net.bytebuddy.agent.VirtualMachine.ForHotSpot.Connection;

/**
 * Attaches to a JVM with Byte Buddy, over the sockets of the JDK: the Java that runs the analyzer
 * needs neither the module jdk.attach nor a native library.
 */
final class Attachment {

  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);

  private static final int ATTEMPTS = 100;
  private static final long PAUSE_MILLIS = 100;

  private static final String DISABLED = "-XX:+DisableAttachMechanism";
  private static final Pattern OF_JVM =
      Pattern.compile("(_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)=");

  private static final String PROTOCOL = "1";
  private static final String DONE = "0";
  private static final String LOADED = "return code: 0";

  private final long pid;
  private final Connection connection;

  private Attachment(long pid, Connection connection) {
    this.pid = pid;
    this.connection = connection;
  }

  /**
   * A connection to the JVM.
   *
   * @param root what the process has as the root of its files, as seen from here
   */
  static Attachment to(long pid, Path root) throws RecordException {
    Path process = Path.of("/proc", Long.toString(pid));
    if (hasWord(process.resolve("cmdline"), DISABLED::equals)
        || hasWord(process.resolve("environ"), Attachment::isDisabling)) {
      throw new RecordException(
          "process " + pid + " was started with " + DISABLED + ": start it without");
    }
    try {
      String temporary = root.resolve(temporaryFolder()).toString();
      return new Attachment(pid, new OverSocket(temporary).connect(Long.toString(pid)));
    } catch (IOException | RuntimeException e) {
      throw new RecordException(
          "process " + pid + " does not take commands: " + firstLine(e.getMessage()));
    }
  }

  /** The system properties of the JVM. */
  Properties properties() throws RecordException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(ask("properties", null, null, null)));
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    return properties;
  }

  /** Has the JVM load an agent; returns when that has done what it does at first. */
  void load(String jar, String options) throws RecordException {
    String answer = ask("load", "instrument", "false", jar + "=" + options).strip();
    if (!answer.isEmpty() && !answer.contains(LOADED)) {
      throw failed(answer);
    }
  }

  /** The answer to a command with its three arguments. */
  private String ask(String... command) throws RecordException {
    try (Connection.Response response = connection.execute(PROTOCOL, command)) {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int read = response.read(part); read >= 0; read = response.read(part)) {
        answer.write(part, 0, read);
      }
      String text = answer.toString(StandardCharsets.UTF_8);
      int end = Math.max(0, text.indexOf('\n'));
      if (!text.substring(0, end).equals(DONE)) {
        throw failed(text.substring(end));
      }
      return text.substring(end + 1);
    } catch (IOException | RuntimeException e) {
      throw failed(e.getMessage());
    }
  }

  private RecordException failed(String why) {
    return new RecordException("process " + pid + " does not load the agent: " + firstLine(why));
  }

  /** Where HotSpot has its sockets, from the root. */
  private static String temporaryFolder() {
    boolean mac = System.getProperty("os.name").startsWith("Mac");
    return (mac ? System.getProperty("java.io.tmpdir") : "/tmp").substring(1);
  }

  private static String firstLine(String message) {
    return message == null || message.isBlank()
        ? "it gives no reason"
        : message.strip().lines().findFirst().orElse("");
  }

  private static boolean isDisabling(String variable) {
    return OF_JVM.matcher(variable).lookingAt() && variable.contains(DISABLED);
  }

  private static boolean hasWord(Path file, Predicate<String> wanted) {
    try {
      String words = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return Arrays.stream(words.split("\0")).anyMatch(wanted);
    } catch (IOException e) {
      return false; // Another system: the JVM will not answer.
    }
  }

  /** Anybody may have put a socket into a folder for temporary files before the JVM did. */
  private static boolean isOfOther(Path socket) throws IOException {
    Path self = Path.of("/proc/self");
    if (!Files.exists(self)) {
      return false;
    }
    UserPrincipal user = Files.getOwner(self);
    return !user.getName().equals("root") && !user.equals(Files.getOwner(socket));
  }

  private static final class OverSocket extends Connection.Factory.ForSocketFile {

    OverSocket(String temporaryFolder) {
      super(temporaryFolder, ATTEMPTS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void kill(String pid, int signal) {
      try {
        Program.of("sh", "-c", "kill -" + signal + " " + pid).run(SIGNAL_LIMIT).successfully();
      } catch (IOException e) {
        throw new IllegalStateException("it cannot be sent a signal", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    protected Connection doConnect(File socket) throws IOException {
      if (isOfOther(socket.toPath())) {
        throw new IOException("its socket " + socket + " belongs to another user");
      }
      return new SocketConnection(UnixDomainSocketAddress.of(socket.toPath()));
    }
  }

  /** The JVM answers one command for each connection. */
  private static final class SocketConnection
      extends Connection.OnPersistentByteChannel<SocketChannel> {

    private final UnixDomainSocketAddress address;

    SocketConnection(UnixDomainSocketAddress address) {
      this.address = address;
    }

    @Override
    protected SocketChannel connect() throws IOException {
      return SocketChannel.open(address);
    }

    @Override
    protected void write(SocketChannel channel, byte[] bytes) throws IOException {
      for (ByteBuffer buffer = ByteBuffer.wrap(bytes); buffer.hasRemaining(); ) {
        channel.write(buffer);
      }
    }

    @Override
    protected int read(SocketChannel channel, byte[] bytes) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes));
    }

    @Override
    protected void close(SocketChannel channel) throws IOException {
      channel.close();
    }

    @Override
    public void close() {
      // Each command has a connection of its own.
    }
  }
}
