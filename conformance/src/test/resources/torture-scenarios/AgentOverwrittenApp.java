// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads a class with monitors after somebody has overwritten the agent's jar in its place. */
public class AgentOverwrittenApp {

  private static final int TURNS = 200_000;

  static final Object LOCK = new ArrayList<>();

  static int count;

  private AgentOverwrittenApp() {}

  static void addOne() {
    synchronized (LOCK) {
      count++;
    }
  }

  /** Not loaded before; what it has needs a class of the agent's that nothing has needed before. */
  static final class Late {

    static void addOne() {
      synchronized (LOCK) {
        count++;
      }
    }

    synchronized native void absent();
  }

  public static void main(String[] arguments) throws Exception {
    addOne();
    overwrite(Path.of(arguments[0]));
    boolean exclusive;
    try {
      Late.addOne();
      exclusive = count() == 2 + 4 * TURNS;
    } catch (LinkageError e) {
      exclusive = true; // Nothing locks in another way.
      System.out.println(e);
    }
    System.out.println("OUT: exclusive " + exclusive);
  }

  private static void overwrite(Path jar) throws Exception {
    byte[] zeros = new byte[(int) Files.size(jar)];
    try (OutputStream out = new FileOutputStream(jar.toFile())) {
      out.write(zeros);
    }
  }

  private static int count() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Runnable adding = i % 2 == 0 ? AgentOverwrittenApp::addOne : Late::addOne;
      Runnable turns =
          () -> {
            for (int turn = 0; turn < TURNS; turn++) {
              adding.run();
            }
          };
      threads.add(new Thread(turns));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    return count;
  }
}
