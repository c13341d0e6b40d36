// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much the system lets a process open.
 *
 * @param files that a process may have open at one time, sockets included; a JVM takes all that it
 *     may have
 * @param ports for connections to one address
 */
public record Limits(long files, long ports) {

  private static final Path PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  /** Jars, logs, and connections that are not used yet or not quite closed. */
  private static final int SPARE = 500;

  /** Of this machine; what the system does not say is taken for unlimited. */
  public static Limits current() {
    return new Limits(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE,
        portsHere());
  }

  private static long portsHere() {
    try {
      // Line by line, which reads it at once: the kernel gives no second part of such a file.
      return portsIn(Files.readAllLines(PORTS).getFirst());
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  static long portsIn(String range) {
    var ends = range.strip().split("\\s+");
    return Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
  }

  /**
   * Why there cannot be so many connections; empty if there can.
   *
   * @param twice whether the application opens one more for each that it accepts
   */
  public Optional<String> obstacle(int connections, boolean twice) {
    long neededFiles = (twice ? 2L : 1L) * connections + SPARE;
    if (files < neededFiles) {
      return Optional.of(
          "%d connections need %d open files in a process, and %d are allowed (ulimit -n %d raises that, if ulimit -H -n allows it)"
              .formatted(connections, neededFiles, files, neededFiles));
    }
    long neededPorts = (long) connections + SPARE;
    return ports < neededPorts
        ? Optional.of(
            "%d connections need %d local ports, and there are %d (sysctl net.ipv4.ip_local_port_range)"
                .formatted(connections, neededPorts, ports))
        : Optional.empty();
  }
}
