// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import javax.management.ObjectName;

/**
 * Pins again and again until there is a file; then it says what an agent has left in its JVM, and
 * ends.
 */
public final class PinsUntilAsked {

  /** What only a hang reaches. */
  private static final int MOST_TURNS = 6_000;

  private PinsUntilAsked() {}

  private static final class Client {

    synchronized void call() {
      Pause.briefly();
    }
  }

  /**
   * @param args the file
   */
  public static void main(String[] args) throws Exception {
    System.out.println("running");
    Path asked = Path.of(args[0]);
    for (int i = 0; i < MOST_TURNS && !Files.exists(asked); i++) {
      pin();
    }
    for (int i = 0; i < MOST_TURNS && !threads().isEmpty(); i++) {
      Thread.sleep(10);
    }
    System.out.println("left: " + left());
  }

  private static void pin() throws InterruptedException {
    Thread.ofVirtual().start(() -> new Client().call()).join();
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.contains("loom-unpin"))
        .toList();
  }

  private static List<String> left() throws Exception {
    TreeSet<String> left = new TreeSet<>(threads());
    ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("io.github.loomunpin:*"), null)
        .forEach(name -> left.add(name.toString()));
    jdk.jfr.FlightRecorder.getFlightRecorder()
        .getRecordings()
        .forEach(recording -> left.add("recording " + recording.getName()));
    return List.copyOf(left);
  }
}
