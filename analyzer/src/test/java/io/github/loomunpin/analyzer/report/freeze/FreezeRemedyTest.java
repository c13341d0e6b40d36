// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.freeze.FreezeReporter;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the verdict promises where the agent frees carriers, but not every thread. */
class FreezeRemedyTest {

  /** Two threads that move money in opposite directions wait for each other. */
  private static final class Account {

    private synchronized StackTraceElement[] moveTo(Account other) {
      return other.add();
    }

    private synchronized StackTraceElement[] add() {
      return new Throwable().getStackTrace();
    }
  }

  /** Keeps its monitor until somebody connects. */
  private static final class Server {

    private synchronized Socket serve(ServerSocket socket) throws IOException {
      return socket.accept();
    }

    private synchronized StackTraceElement[] size() {
      return new Throwable().getStackTrace();
    }
  }

  /** Has the stack of the call, and accepts nothing. */
  private static final class Accepting extends ServerSocket {

    private StackTraceElement[] stack;

    private Accepting() throws IOException {}

    @Override
    public Socket accept() {
      stack = new Throwable().getStackTrace();
      return null;
    }
  }

  @TempDir private Path directory;

  @Test
  void says_first_that_no_agent_ends_a_deadlock() throws Exception {
    String mover = virtual(frames(new Account().moveTo(new Account()), "add", "moveTo"));

    assertThat(verdict(mover, mover, NEW))
        .startsWith("Perhaps deadlocked: 2 threads wait for each other in a circle")
        .contains("No agent ends that: the code must take these locks in one order. Frozen: both")
        .endsWith(
            "The agent ends both pins; other threads run then, but those two still wait for each"
                + " other.");
  }

  @Test
  void names_the_thread_outside_for_which_others_wait_on() throws Exception {
    Accepting accepting = new Accepting();
    new Server().serve(accepting);
    String server =
        """
        "acceptor"
              java.base/sun.nio.ch.Net.accept(Native Method)
              java.base/java.net.ServerSocket.accept(Unknown Source)
        """
            + frames(accepting.stack, "serve");
    String waiter = virtual(frames(new Server().size(), "size"));

    assertThat(verdict(server, waiter, waiter, NEW))
        .contains("The agent ends both pins; other threads run then, but 2 still wait for")
        .contains("for the platform thread \"acceptor\" #20, which perhaps holds what they need")
        .endsWith("waits for java.net.ServerSocket.accept, called by " + serve(accepting) + ".");
  }

  @Test
  void names_the_native_method_that_keeps_the_carrier() throws Exception {
    String opening =
        virtual(
            """
                  java.base/java.io.FileInputStream.open0(Native Method)
                  java.base/java.io.FileInputStream.<init>(Unknown Source)
            """);

    assertThat(verdict(opening, opening, NEW))
        .endsWith(
            "Both pins stay with the agent, because of the native method"
                + " java.io.FileInputStream.open0 (no agent and no JDK helps: call it on a platform"
                + " thread).");
  }

  @Test
  void promises_less_where_a_class_was_not_found_that_may_hold_a_monitor() throws Exception {
    String waiting =
        virtual(
            """
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  java.base/java.util.concurrent.CountDownLatch.await(Unknown Source)
            """
                + frames(new Account().moveTo(new Account()), "moveTo"));
    String hidden = waiting + "      plug.In.run(In.java:7)\n";

    assertThat(verdict(waiting, waiting, NEW)).endsWith("The agent ends both pins.");
    assertThat(verdict(hidden, hidden, NEW))
        .endsWith("The agent ends both pins as far as is known.");
  }

  private static final String NEW = "\"new\" virtual\n";

  private static String serve(Accepting accepting) {
    return Server.class.getName() + ".serve:" + accepting.stack[1].getLineNumber();
  }

  private static String virtual(String frames) {
    return "\"some\" virtual\n" + frames;
  }

  /** The frames of some methods, as a dump has them. */
  private static String frames(StackTraceElement[] stack, String... methods) {
    return Stream.of(stack)
        .filter(frame -> List.of(methods).contains(frame.getMethodName()))
        .map(
            frame ->
                "      %s.%s(%s:%d)\n"
                    .formatted(
                        frame.getClassName(),
                        frame.getMethodName(),
                        frame.getFileName(),
                        frame.getLineNumber()))
        .collect(Collectors.joining());
  }

  /** The verdict on two dumps of one JVM with two carriers. */
  private String verdict(String... threads) throws IOException {
    FreezeReporter reporter =
        new FreezeReporter(
            List.of(ClassPathArgument.of(FreezeRemedyTest.class).toString()),
            ReadOptions.DEFAULT,
            Optional.empty());
    return FreezeWords.verdict(
        reporter.report(List.of(dump(0, threads), dump(5, threads))).jvms().getFirst());
  }

  private DumpReader.Dumps dump(int second, String... threads) throws IOException {
    StringBuilder text =
        new StringBuilder("7\n2026-01-01T00:00:0" + second + "Z\n21.0.8+9-LTS\n\n");
    for (int carrier = 1; carrier <= 2; carrier++) {
      text.append("#1%d \"ForkJoinPool-1-worker-%d\"\n".formatted(carrier, carrier))
          .append("      java.base/java.lang.VirtualThread.runContinuation(Unknown Source)\n\n");
    }
    int id = 20;
    for (String thread : threads) {
      text.append('#').append(id++).append(' ').append(thread).append('\n');
    }
    return DumpReader.read(Files.writeString(directory.resolve(second + ".txt"), text));
  }
}
