// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.StringWriter;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Stack;
import java.util.Vector;

/**
 * An agent that loads a class before loom-unpin starts, and a program. Both lock the same objects
 * of the JDK.
 */
public final class EarlyJdkLocksApp {

  /** What the agent loads. */
  static final class Early {
    static void run(Object lock, Runnable inside) {
      synchronized (lock) {
        inside.run();
      }
    }
  }

  /** Is loaded by the program. */
  static final class Late {
    static void run(Object lock, Runnable inside) {
      synchronized (lock) {
        inside.run();
      }
    }
  }

  private EarlyJdkLocksApp() {}

  public static void premain(String arguments) {
    Early.run(new Object(), new Thread());
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
      Object lock = each.getValue();
      TwoWays.Way early = inside -> Early.run(lock, inside);
      TwoWays.Way late = inside -> Late.run(lock, inside);
      boolean excludes =
          TwoWays.exclude(early, late, () -> {}) & TwoWays.exclude(late, early, () -> {});
      System.out.println("OUT: " + each.getKey() + " excludes " + excludes);
    }
  }
}
