// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A program with which the tests try what can be done with programs. */
final class Subject {

  private Subject() {}

  /** It in a JVM of its own; the first argument says what it does. */
  static Program program(String... arguments) {
    return Jdk.running()
        .java()
        .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
        .classPath(System.getProperty("java.class.path"))
        .main(Subject.class, arguments);
  }

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "print" -> {
        System.out.println("said");
        System.err.println("complained");
        System.exit(Integer.parseInt(arguments[1]));
      }
      case "flood" -> {
        byte[] line = "x".repeat(1 << 20).getBytes();
        for (int i = 0; i <= 64; i++) {
          System.out.write(line);
        }
      }
      case "environment" ->
          List.of(arguments).forEach(name -> System.out.println(name + "=" + System.getenv(name)));
      case "sleep" -> sleep();
      case "parent" -> {
        // Not closed, on purpose.
        Child child = program("sleep").printing(new Output.Discarded()).start();
        System.out.println("child " + child.pid());
        end(arguments[1]);
      }
      case "hook" -> {
        Path file = Path.of(arguments[1]);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> note(file)));
        sleep();
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void end(String how) throws InterruptedException {
    switch (how) {
      case "exit" -> System.exit(0);
      case "fail" -> throw new IllegalStateException("on purpose");
      default -> sleep();
    }
  }

  private static void note(Path file) {
    try {
      Files.writeString(file, "ended in order");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep() throws InterruptedException {
    System.out.println("sleeping");
    if (!new CountDownLatch(1).await(Duration.ofMinutes(10).toSeconds(), TimeUnit.SECONDS)) {
      System.out.println("nobody ended it");
    }
  }
}
