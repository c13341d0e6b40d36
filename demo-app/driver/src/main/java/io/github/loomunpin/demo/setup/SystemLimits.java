// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much the system lets a process open.
 *
 * @param files that a process may have open at one time, sockets included; a JVM takes all that it
 *     may have
 * @param ports for connections to one address, without those at which some program listens
 */
public record SystemLimits(long files, long ports) {

  private static final Path PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  /** By version of the protocol. */
  private static final List<Path> SOCKETS =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  private static final Pattern LISTENING =
      Pattern.compile("^\\s*\\d+: \\p{XDigit}+:(\\p{XDigit}{4}) \\p{XDigit}+:0000 0A ");

  /** Jars, logs, and connections that are not used yet or not quite closed. */
  private static final int SPARE = 500;

  private static final String BEYOND = "beyond the limits of this system: ";

  /** And whatever else an application needs besides connections. */
  private static final int JARS = 100;

  /** The limits of this machine; what the system does not report counts as unlimited. */
  public static SystemLimits current() {
    return new SystemLimits(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE,
        portsHere());
  }

  private static long portsHere() {
    try {
      var sockets = new ArrayList<String>();
      for (var file : SOCKETS) {
        if (Files.isReadable(file)) {
          sockets.addAll(Files.readAllLines(file));
        }
      }
      // Line by line, which reads it at once: the kernel gives no second part of such a file.
      return portsIn(Files.readAllLines(PORTS).getFirst(), sockets);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * @param sockets as the kernel lists them
   */
  static long portsIn(String range, List<String> sockets) {
    var ends = range.strip().split("\\s+");
    int first = Integer.parseInt(ends[0]);
    int last = Integer.parseInt(ends[1]);
    long taken =
        sockets.stream()
            .map(LISTENING::matcher)
            .filter(Matcher::find)
            .map(socket -> Integer.parseInt(socket.group(1), 16))
            .filter(port -> port >= first && port <= last)
            .distinct()
            .count();
    return last - first + 1 - taken;
  }

  /**
   * Why there cannot be so many connections; empty if there can.
   *
   * @param twice whether the application opens one more for each that it accepts
   * @param others connections of the application, to a database
   */
  public Optional<String> obstacle(int connections, boolean twice, int others) {
    long neededFiles = (twice ? 2L : 1L) * connections + Math.max(SPARE, others + JARS);
    if (files < neededFiles) {
      return Optional.of(
          BEYOND
              + "for %s a process needs %d open files, and %d are allowed (ulimit -n %d raises that, if ulimit -H -n allows it)"
                  .formatted(many(connections), neededFiles, files, neededFiles));
    }
    long neededPorts = (long) connections + SPARE;
    return ports < neededPorts
        ? Optional.of(
            BEYOND
                + "for %s the machine needs %d local ports, and %d are free (sysctl net.ipv4.ip_local_port_range)"
                    .formatted(many(connections), neededPorts, ports))
        : Optional.empty();
  }

  /** Whether that is what an obstacle is about. */
  public static boolean areMeantBy(String obstacle) {
    return obstacle.startsWith(BEYOND);
  }

  private static String many(int connections) {
    return connections == 1 ? "one connection" : connections + " connections";
  }
}
