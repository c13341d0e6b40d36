// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Logger;

/** Sets java.util.logging up as programs do in main, and uses it or System.Logger. */
public final class LogApp {
  static volatile boolean ready;

  synchronized void run() {}

  public static void main(String[] args) throws Exception {
    new LogApp().run();
    Thread.sleep(500); // so that an agent that does not wait has time to be wrong
    if (args.length > 1) {
      System.setProperty("java.util.logging.config.file", args[1]);
    }
    ready = true;
    switch (args[0]) {
      case "jul" -> {
        Logger.getLogger("app").info("hello");
        awaitAgent(() -> Files.readString(Path.of(args[2])).contains("loom-unpin"));
      }
      case "system-logger" -> {
        System.getLogger("app").log(System.Logger.Level.INFO, "hello");
        awaitAgent(() -> OwnFinder.asked);
      }
      default -> System.out.println("OUT: hello");
    }
  }

  /** Until the agent has logged its first line: the JDK closes loggers while the JVM ends. */
  private static void awaitAgent(Callable<Boolean> logged) throws Exception {
    for (int i = 0; Boolean.getBoolean("torture.rewritten") && !logged.call() && i < 30_000; i++) {
      Thread.sleep(10);
    }
  }
}
