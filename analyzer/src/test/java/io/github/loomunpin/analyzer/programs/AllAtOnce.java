// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;

/**
 * Brings threads into all {@link HoldingSituations}, {@link WaitingSituations} and {@link
 * CallingSituations} at once, prints that they stand still, and ends when a file is there.
 */
public final class AllAtOnce {

  private static final List<Thread> THREADS = new ArrayList<>();
  private static final Map<Object, Boolean> AWAITED = new ConcurrentHashMap<>();
  private static volatile boolean open;

  /** The JVM does not call a thread waiting that waits for a class. */
  private static final String WAITS_FOR_CLASS = "initializesWhatAnotherDoes";

  /** The JVM enters the monitor of a loader for a thread, whether an agent converts or not. */
  private static final String WAITS_FOR_LOADER = "loadsWhatAnotherDoes";

  private AllAtOnce() {}

  static void park() {
    while (!open) {
      LockSupport.park();
    }
  }

  static String parked() {
    park();
    return "";
  }

  static boolean isOpen() {
    return open;
  }

  /** Notes what a thread is going to wait on. */
  static <T> T awaited(T lock) {
    AWAITED.put(lock, true);
    return lock;
  }

  static void consume(String text) {
    if (text.length() > Short.MAX_VALUE) {
      throw new IllegalStateException();
    }
  }

  /** The situations by name. */
  public static List<String> names() {
    return situations().stream().map(Method::getName).toList();
  }

  private static List<Method> situations() {
    return Stream.of(HoldingSituations.class, WaitingSituations.class, CallingSituations.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /**
   * @param args how many recordings there are, how many pins the agent counts when it has seen all,
   *     and the file
   */
  public static void main(String[] args) throws Exception {
    await(() -> recordings() == Integer.parseInt(args[0]));
    for (Method situation : situations()) {
      Thread thread =
          Thread.ofVirtual().name(situation.getName()).unstarted(() -> bringInto(situation));
      THREADS.add(thread);
      thread.start();
      await(() -> stands(thread));
    }
    System.out.println("stands still");
    await(() -> Files.exists(Path.of(args[2])));
    open = true;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("joined")) {
        LockSupport.unpark(thread);
      }
    }
    for (Thread thread : THREADS) {
      LockSupport.unpark(thread);
    }
    for (Object lock : AWAITED.keySet()) {
      synchronized (lock) {
        lock.notifyAll();
      }
    }
    for (Thread thread : THREADS) {
      thread.join();
    }
    long pins = Long.parseLong(args[1]);
    await(() -> pinsThatTheAgentCounts() >= pins);
  }

  private static void bringInto(Method situation) {
    try {
      situation.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean stands(Thread thread) throws Exception {
    return switch (thread.getName()) {
      case WAITS_FOR_CLASS -> Pause.isAwaited(CallingSituations.Alone.class.getName());
      case WAITS_FOR_LOADER -> thread.getState() == State.BLOCKED;
      default -> thread.getState() == State.WAITING || thread.getState() == State.TIMED_WAITING;
    };
  }

  private static long recordings() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .filter(recording -> recording.getState() == RecordingState.RUNNING)
        .count();
  }

  /** The agent registers its bean some time after the server of beans is there. */
  private static long pinsThatTheAgentCounts() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName agent = new ObjectName("io.github.loomunpin:type=Agent");
    return server.isRegistered(agent)
        ? (long) server.getAttribute(agent, "Pins")
            + (long) server.getAttribute(agent, "PinsSetAside")
        : 0;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    while (!condition.holds()) {
      Thread.sleep(1);
    }
  }
}
