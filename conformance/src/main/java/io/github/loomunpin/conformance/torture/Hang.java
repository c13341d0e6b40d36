// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;

/** Describes all threads of a JVM in which a program hangs. */
final class Hang {
  private Hang() {}

  static String dump(Path scratch) {
    return platformThreads() + "\n--- all threads\n" + allThreads(scratch);
  }

  private static String platformThreads() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "threadPrint",
                  new Object[] {new String[] {"-l"}},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      return "no thread print: " + e;
    }
  }

  /** Virtual threads are only in this dump. */
  private static String allThreads(Path scratch) {
    Path file = scratch.resolve("threads.txt").toAbsolutePath();
    try {
      Files.deleteIfExists(file);
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      return Files.readString(file);
    } catch (IOException e) {
      return "no thread dump: " + e;
    }
  }
}
