// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What Linux says in /proc of processes and of itself; other systems say nothing. */
public final class ProcFiles {

  private static final Path PROC = Path.of("/proc");

  /** The kernel keeps 15 characters of {@code ForkJoinPool-1-worker-1}. */
  private static final String CARRIER = "ForkJoinPool-1-";

  /** The kernel counts in hundredths of a second, whatever its own clock is. */
  private static final long TICK_MILLIS = 10;

  /** user, nice, system, irq, softirq, and steal, which is what another machine took. */
  private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

  /** By version of the protocol. */
  private static final List<Path> SOCKETS =
      List.of(PROC.resolve("net/tcp"), PROC.resolve("net/tcp6"));

  /** The kernel's number for a connection on which both may send. */
  private static final String ESTABLISHED = "01";

  private static final String TURNED_AWAY = "ListenOverflows";

  private ProcFiles() {}

  /**
   * What the system says about a process.
   *
   * @param rssBytes memory in RAM
   * @param threads kernel threads
   */
  public record Status(long rssBytes, long threads) {}

  /** Empty where there is no such process. */
  static Optional<Status> status(long pid) {
    var status = process(pid).resolve("status");
    if (!Files.isReadable(status)) {
      return Optional.empty();
    }
    try {
      return statusIn(Files.readString(status));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<Status> statusIn(String status) {
    var rssKilobytes = number(status, "VmRSS:");
    var threads = number(status, "Threads:");
    return rssKilobytes.isPresent() && threads.isPresent()
        ? Optional.of(new Status(rssKilobytes.getAsLong() * 1024, threads.getAsLong()))
        : Optional.empty();
  }

  private static OptionalLong number(String status, String field) {
    return status
        .lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()).replaceAll("\\D", ""))
        .filter(digits -> !digits.isEmpty())
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  /** The kernel threads of a JVM that carry virtual threads. */
  static OptionalInt carriers(long pid) {
    return carriersIn(process(pid).resolve("task"));
  }

  static OptionalInt carriersIn(Path tasks) {
    if (!Files.isDirectory(tasks)) {
      return OptionalInt.empty();
    }
    int carriers = 0;
    try (var threads = Files.newDirectoryStream(tasks)) {
      for (var thread : threads) {
        carriers += isCarrier(thread) ? 1 : 0;
      }
    } catch (IOException e) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(carriers);
  }

  private static boolean isCarrier(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip().startsWith(CARRIER);
    } catch (IOException e) {
      // It has ended meanwhile.
      return false;
    }
  }

  private static Path process(long pid) {
    return PROC.resolve(Long.toString(pid));
  }

  /** Processor time that all programs of this machine have used since its start. */
  static Optional<Duration> processorTime() {
    var statistics = PROC.resolve("stat");
    try {
      return Files.isReadable(statistics)
          ? Optional.of(processorTimeIn(Files.readAllLines(statistics).getFirst()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** From the line that begins with "cpu" and is the sum of all processors. */
  static Duration processorTimeIn(String line) {
    var fields = line.split("\\s+");
    long ticks = IntStream.of(BUSY).mapToLong(field -> Long.parseLong(fields[field])).sum();
    return Duration.ofMillis(TICK_MILLIS * ticks);
  }

  /**
   * How many attempts to connect this machine has turned away since its start, because the queue of
   * a listening socket was full. Whoever connects tries again by itself, first after a second.
   */
  static OptionalLong turnedAway() {
    var statistics = PROC.resolve("net/netstat");
    try {
      return Files.isReadable(statistics)
          ? turnedAwayIn(Files.readAllLines(statistics))
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** From lines in pairs: one with names, and one with their values. */
  static OptionalLong turnedAwayIn(List<String> lines) {
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      int column = List.of(lines.get(i).split(" ")).indexOf(TURNED_AWAY);
      var values = lines.get(i + 1).split(" ");
      if (column >= 0 && column < values.length) {
        return OptionalLong.of(Long.parseLong(values[column]));
      }
    }
    return OptionalLong.empty();
  }

  /** How many connections programs of this machine have to that port, of whatever address. */
  static OptionalInt connectionsTo(int port) {
    if (!Files.isReadable(SOCKETS.getFirst())) {
      return OptionalInt.empty();
    }
    int connections = 0;
    for (var file : SOCKETS) {
      if (Files.isReadable(file)) {
        try (var sockets = Files.lines(file)) {
          connections += connectionsIn(sockets, port);
        } catch (IOException | UncheckedIOException e) {
          return OptionalInt.empty();
        }
      }
    }
    return OptionalInt.of(connections);
  }

  /**
   * @param sockets as the kernel lists them: number, local and remote address, state
   */
  static int connectionsIn(Stream<String> sockets, int port) {
    var remote = ":%04X".formatted(port);
    return Math.toIntExact(
        sockets
            .map(socket -> socket.strip().split("\\s+", 5))
            .filter(fields -> fields.length > 3 && fields[2].endsWith(remote))
            .filter(fields -> fields[3].equals(ESTABLISHED))
            .count());
  }
}
