// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.Vector;

/**
 * An agent that loads a class before loom-unpin starts, and a program. Both lock the same objects
 * of the JDK.
 */
public final class EarlyJdkLocksApp {
  private static final int ROUNDS = 20_000;

  /** What the agent loads. */
  static final class Early {
    static void add(Object lock, long[] count) {
      synchronized (lock) {
        count[0]++;
      }
    }
  }

  /** Is loaded by the program. */
  static final class Late {
    static void add(Object lock, long[] count) {
      synchronized (lock) {
        count[0]++;
      }
    }
  }

  private EarlyJdkLocksApp() {}

  public static void premain(String arguments) {
    Early.add(new Object(), new long[1]);
  }

  public static void main(String[] args) throws InterruptedException {
    Map<String, Object> locks = new LinkedHashMap<>();
    locks.put("System.out", System.out);
    locks.put("Vector", new Vector<>());
    locks.put("Stack", new Stack<>());
    locks.put("synchronizedMap", Collections.synchronizedMap(new HashMap<>()));
    locks.put("StringWriter", new StringWriter());
    locks.put("StringBuffer", new StringBuffer());
    locks.put("PipedInputStream", new PipedInputStream());
    locks.put("PipedOutputStream", new PipedOutputStream());
    locks.put("Thread", new Thread());
    for (Map.Entry<String, Object> each : locks.entrySet()) {
      System.out.println("OUT: " + each.getKey() + " " + count(each.getValue()));
    }
  }

  private static String count(Object lock) throws InterruptedException {
    long[] count = new long[1];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean isEarly = i % 2 == 0;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < ROUNDS; n++) {
                      if (isEarly) {
                        Early.add(lock, count);
                      } else {
                        Late.add(lock, count);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return count[0] == 4 * ROUNDS ? "exact" : "lost some";
  }
}
