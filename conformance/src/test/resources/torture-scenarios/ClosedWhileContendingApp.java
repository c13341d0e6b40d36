// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;

/**
 * Channels of the program's own: virtual threads that read contend for the lock that closing takes,
 * or for one within it, and are interrupted. The JDK closes the channel under a lock of the thread
 * that it interrupts.
 */
public final class ClosedWhileContendingApp {
  private static final long TOO_LONG_MILLIS = 120_000;

  private static final class Channel extends AbstractInterruptibleChannel {
    private final Object inner = new Object();
    private final Object outer;
    private int reads;
    private int closed;

    Channel(boolean nested) {
      outer = nested ? new Object() : inner;
    }

    @Override
    protected void implCloseChannel() {
      synchronized (outer) {
        closed++;
      }
    }

    void read() throws Exception {
      boolean done = false;
      begin();
      try {
        synchronized (inner) {
          reads++;
        }
        done = true;
      } finally {
        end(done);
      }
    }

    void hold(CountDownLatch held, CountDownLatch enough) {
      synchronized (outer) {
        synchronized (inner) {
          held.countDown();
          await(enough);
          pause(500);
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    run("one", 1, false, false);
    run("one pinned", 1, true, false);
    run("two pinned", 2, true, false);
    run("one within another lock", 1, false, true);
    run("one pinned within another lock", 1, true, true);
    // What hangs is a failure, and shall end.
    Runtime.getRuntime().halt(0);
  }

  private static void run(String kind, int readers, boolean pinned, boolean nested)
      throws Exception {
    Channel channel = new Channel(nested);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    threads.add(platform("owner", () -> channel.hold(held, interrupted)));
    held.await();
    for (int i = 0; i < readers; i++) {
      threads.add(Thread.ofVirtual().name("reader").start(() -> read(channel, pinned)));
      pause(200);
    }
    for (int i = 0; i < readers; i++) {
      threads.add(platform("interrupter", threads.get(1 + i)::interrupt));
      pause(100);
    }
    interrupted.countDown();
    StringBuilder alive = new StringBuilder();
    for (Thread thread : threads) {
      thread.join(TOO_LONG_MILLIS);
      alive.append(thread.isAlive() ? " " + thread.getName() + " hangs" : "");
    }
    System.out.println(
        "OUT: " + kind + ": reads " + channel.reads + ", closed " + channel.closed + alive);
  }

  private static void read(Channel channel, boolean pinned) {
    if (pinned) {
      synchronized (new Vector<String>()) {
        read(channel);
      }
    } else {
      read(channel);
    }
  }

  private static void read(Channel channel) {
    try {
      channel.read();
    } catch (ClosedByInterruptException e) {
      // As expected.
    } catch (Exception e) {
      System.out.println("OUT: " + e);
    }
  }

  private static Thread platform(String name, Runnable task) {
    return Thread.ofPlatform().daemon().name(name).start(task);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
