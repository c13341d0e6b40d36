// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs programs one after the other in this JVM. Arguments: the file of results and a file with one
 * "name, tab, kind" a line. Ends the JVM at the first program that hangs, since the rest could not
 * be trusted; the harness then starts the rest afresh.
 */
public final class TortureMain {
  /** Exit code if the agent does not do what the harness expects of it. */
  static final int WRONG_MODE = 97;

  /** Exit code after a hang. */
  static final int HUNG = 98;

  private TortureMain() {}

  public static void main(String[] args) throws Exception {
    Results results = new Results(Path.of(args[0]));
    if (monitorsAreRewritten() != Boolean.getBoolean("torture.rewritten")) {
      System.err.println("monitors are rewritten: " + monitorsAreRewritten());
      System.exit(WRONG_MODE);
    }
    Map<String, Method> programs = Programs.byName();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] parts = line.split("\t");
      String name = parts[0];
      Kind kind = Kind.valueOf(parts[1]);
      run(results, programs.get(name), name, kind);
    }
    // All other threads are daemons, so that the JVM ends although some are deadlocked on purpose.
  }

  private static void run(Results results, Method program, String name, Kind kind)
      throws InterruptedException {
    results.begin(name, kind);
    double patience = Double.parseDouble(System.getProperty("torture.patience", "1"));
    long most = (long) (program.getAnnotation(Torture.class).timeout() * 1000 * patience);
    long start = System.nanoTime();
    String[] end = {"FAILED", "no outcome"};
    Thread runner =
        Thread.ofPlatform()
            .daemon()
            .name("runner-" + name)
            .start(
                () -> {
                  try {
                    end[1] = String.valueOf(program.invoke(null, new Env(kind)));
                    end[0] = "OK";
                  } catch (InvocationTargetException e) {
                    end[1] = Results.trace(e.getCause());
                  } catch (Throwable e) {
                    end[1] = Results.trace(e);
                  }
                });
    // From here on the program may leave no memory to this thread.
    runner.join(most);
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (runner.isAlive()) {
      Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
      results.end(name, kind, "HUNG", millis, Hang.dump(scratch));
      Runtime.getRuntime().halt(HUNG);
    }
    results.end(name, kind, end[0], millis, end[1]);
  }

  /** The JVM knows its own monitors, and only them. */
  private static boolean monitorsAreRewritten() {
    synchronized (new Object()) {
      long[] me = {Thread.currentThread().threadId()};
      return ManagementFactory.getThreadMXBean()
              .getThreadInfo(me, true, false)[0]
              .getLockedMonitors()
              .length
          == 0;
    }
  }
}
