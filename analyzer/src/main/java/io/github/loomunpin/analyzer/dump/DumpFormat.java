// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

/** The forms in which a JVM tells what its threads do. */
public enum DumpFormat {
  /**
   * {@code jcmd PID Thread.dump_to_file} or {@code HotSpotDiagnosticMXBean.dumpThreads}: the stacks
   * of all threads, virtual ones included. Monitors are in it since JDK 25.
   */
  TEXT("Thread.dump_to_file"),
  /** What {@link #TEXT} has, as JSON. */
  JSON("Thread.dump_to_file -format=json"),
  /**
   * {@code jstack}, {@code jcmd PID Thread.print} or {@code kill -QUIT}: platform threads with
   * their monitors. Of virtual threads it has the numbers of those on a carrier, and since JDK 24
   * their stacks as well.
   */
  PRINT("Thread.print"),
  /**
   * What {@code -Djdk.tracePinnedThreads} prints, each stack once: the moment in which a thread
   * parks while pinned.
   */
  PINNED("jdk.tracePinnedThreads");

  private final String command;

  DumpFormat(String command) {
    this.command = command;
  }

  /** Whether it has the stacks of all threads. */
  public boolean hasAllStacks() {
    return this == TEXT || this == JSON;
  }

  /** What makes such a dump, as a user knows it. */
  public String command() {
    return command;
  }
}
