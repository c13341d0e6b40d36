// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Reads what an agent tells of itself by JMX, if there is one. Argument: what is expected of it,
 * "rewrite", "dry-run" or "none".
 */
public final class ManagedApp {
  static final class Slow {
    private boolean waits;
    private boolean told;

    synchronized void hold(CountDownLatch held, CountDownLatch end) throws InterruptedException {
      held.countDown();
      end.await();
    }

    synchronized void enter() {}

    synchronized void await() throws InterruptedException {
      waits = true;
      while (!told) {
        wait();
      }
    }

    /** False if there is nobody to tell it. */
    synchronized boolean tell() {
      told = waits;
      notifyAll();
      return told;
    }
  }

  static final class Kept extends java.util.Hashtable<String, String> {
    void use() {
      synchronized (this) {
        put("", "");
      }
    }
  }

  private static final List<String> WRONG = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    new Kept().use();
    // Not the platform's; nothing belongs there, and the platform's is not to be made for it.
    MBeanServer other = MBeanServerFactory.createMBeanServer("other");
    Thread.sleep(300);
    System.out.println("OUT: servers " + MBeanServerFactory.findMBeanServer(null).size());
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("io.github.loomunpin:type=Agent");
    boolean expected = Boolean.getBoolean("torture.rewritten") || args[0].equals("dry-run");
    if (expected && !args[0].equals("none")) {
      for (int i = 0; i < 6_000 && !server.isRegistered(name); i++) {
        Thread.sleep(20);
      }
      check(server, name, args[0]);
    }
    System.out.println("OUT: in another server " + other.isRegistered(name));
    System.out.println("OUT: wrong " + WRONG);
  }

  private static void check(MBeanServer server, ObjectName name, String mode) throws Exception {
    expect("mode", mode, server.getAttribute(name, "Mode"));
    expect("a version", false, server.getAttribute(name, "Version").equals(""));
    Slow slow = new Slow();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofVirtual().name("holder").start(() -> run(() -> slow.hold(held, end))));
    held.await();
    for (int i = 0; i < 3; i++) {
      threads.add(Thread.ofVirtual().start(() -> run(slow::enter)));
    }
    if (mode.equals("rewrite")) {
      checkLocks(server, name);
    }
    end.countDown();
    threads.add(Thread.ofVirtual().start(() -> run(slow::await)));
    while (!slow.tell()) {
      Thread.sleep(1);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    expect("sites", true, (Integer) server.getAttribute(name, "SitesRewritten") >= 5);
    boolean rewritten = mode.equals("rewrite");
    long entries = (Long) server.getAttribute(name, "ContendedEntries");
    expect("contended entries", rewritten, entries >= 3);
    expect("waits", rewritten, (Long) server.getAttribute(name, "Waits") >= 1);
    TabularData reasons = (TabularData) server.getAttribute(name, "LeftNativeByReason");
    expect("reasons", true, reasons.toString().contains("Hashtable"));
    // Every attribute can be read.
    for (var attribute : server.getMBeanInfo(name).getAttributes()) {
      System.out.println(
          attribute.getName() + " = " + shown(server.getAttribute(name, attribute.getName())));
    }
  }

  private static void checkLocks(MBeanServer server, ObjectName name) throws Exception {
    CompositeData[] locks = {};
    for (int i = 0; i < 6_000 && (locks.length == 0 || waiting(locks[0]) < 3); i++) {
      Thread.sleep(20);
      locks = (CompositeData[]) server.getAttribute(name, "ContendedLocks");
    }
    Thread.sleep(50);
    locks = (CompositeData[]) server.getAttribute(name, "ContendedLocks");
    expect("locks", 1, locks.length);
    CompositeData lock = locks[0];
    System.out.println(shown(lock));
    expect("object", true, lock.get("object").toString().startsWith("scenario.ManagedApp$Slow@"));
    expect("waiting", 3, waiting(lock));
    expect("owner", "holder", lock.get("owner"));
    expect("stack", true, String.join("\n", (String[]) lock.get("ownerStack")).contains("hold"));
    expect("longest wait", true, (Long) lock.get("longestWaitMillis") >= 50);
    expect("live", true, (Long) server.getAttribute(name, "LiveLocks") >= 1);
  }

  private static int waiting(CompositeData lock) {
    return (Integer) lock.get("waitingThreads");
  }

  private static Object shown(Object value) {
    return switch (value) {
      case Object[] all -> List.of(all).stream().map(ManagedApp::shown).toList();
      case CompositeData data -> {
        Map<String, Object> parts = new java.util.TreeMap<>();
        data.getCompositeType().keySet().forEach(key -> parts.put(key, shown(data.get(key))));
        yield parts;
      }
      case TabularData table -> table.values().stream().map(ManagedApp::shown).toList();
      default -> value;
    };
  }

  private static void expect(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      WRONG.add(what + ": " + found);
    }
  }

  private interface Action {
    void run() throws InterruptedException;
  }

  private static void run(Action action) {
    try {
      action.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
