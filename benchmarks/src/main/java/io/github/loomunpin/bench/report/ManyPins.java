// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/** Pins very often, at stacks of different depth, and records that; runs on JDK 21. */
final class ManyPins {

  private static final int THREADS = 16;
  private static final int DEEPEST = 48;

  private ManyPins() {}

  /** Takes the file to write and how many pins it is to have. */
  public static void main(String[] args) throws Exception {
    int pins = Integer.parseInt(args[1]);
    try (Recording recording = new Recording()) {
      for (String event : List.of("VirtualThreadPinned", "JavaMonitorEnter", "JavaMonitorWait")) {
        recording.enable("jdk." + event).withThreshold(Duration.ZERO).withStackTrace();
      }
      for (String event :
          List.of("JVMInformation", "InitialSystemProperty", "CPUInformation", "ActiveSetting")) {
        recording.enable("jdk." + event);
      }
      recording.start();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int seed = i;
        threads.add(Thread.ofVirtual().start(() -> pin(seed, pins / THREADS)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      recording.stop();
      recording.dump(Path.of(args[0]));
    }
  }

  private static void pin(int seed, int times) {
    Object lock = new Object();
    for (int i = 0; i < times; i++) {
      descend((seed + i) % DEEPEST, lock);
    }
  }

  private static void descend(int depth, Object lock) {
    if (depth == 0) {
      hold(lock);
    } else if (depth % 3 == 0) {
      synchronized (lock) {
        descend(depth - 1, lock);
      }
    } else {
      descend(depth - 1, lock);
    }
  }

  private static void hold(Object lock) {
    synchronized (lock) {
      LockSupport.parkNanos(1);
    }
  }
}
