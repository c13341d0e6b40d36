// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads variables of the environment, where that can be done without {@link System#getenv}. That
 * initializes the JDK's code for processes, which reads {@code jdk.lang.Process.launchMechanism}
 * once and for all, before the application can set it.
 */
final class Environment {

  private static final String LINUX = "/proc/self/environ";

  private Environment() {}

  /**
   * The variable's value, exactly as {@link System#getenv(String)} has it.
   *
   * @return null if the variable is not set
   */
  static String get(String name) {
    // A program that makes a JVM within itself may change its environment first. Linux shows only
    // what the process was started with, and to that the JDK's launcher adds nothing of this name.
    try {
      return "Linux".equals(System.getProperty("os.name"))
              && "SUN_STANDARD".equals(System.getProperty("sun.java.launcher"))
          ? get(name, LINUX)
          : System.getenv(name);
    } catch (SecurityException e) {
      // A security manager may permit to ask the JDK alone.
      return System.getenv(name);
    }
  }

  /**
   * @param file has entries {@code name=value}, each with a zero byte at its end
   */
  static String get(String name, String file) {
    byte[] entries;
    try (InputStream in = new FileInputStream(file)) {
      entries = in.readAllBytes();
    } catch (IOException e) {
      // There is no /proc, or the process has more rights than its user and may not be looked at.
      return System.getenv(name);
    }
    if (entries.length == 0) {
      return System.getenv(name);
    }
    byte[] prefix = name.concat("=").getBytes(StandardCharsets.US_ASCII);
    int end;
    for (int start = 0; start < entries.length; start = end + 1) {
      end = start;
      boolean isAscii = true;
      while (end < entries.length && entries[end] != 0) {
        isAscii &= entries[end++] > 0;
      }
      int value = start + prefix.length;
      if (value <= end && Arrays.equals(entries, start, value, prefix, 0, prefix.length)) {
        // As the JDK, which takes the first of several. It alone knows how others are encoded.
        return isAscii
            ? new String(entries, value, end - value, StandardCharsets.US_ASCII)
            : System.getenv(name);
      }
    }
    return null;
  }
}
