// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import javax.management.NotificationBroadcasterSupport;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A consumer with a producer in an inner class, as a program that loaders of its own load. Nothing
 * of them is given to the JDK; only the names of fields and the superclasses are the JDK's.
 */
public interface Feed {
  /** Puts a number in, through an inner class. */
  void put(int i);

  /** Waits for a number. */
  int take() throws InterruptedException;

  /** Runs the action inside the lock. */
  void locked(Runnable action);

  /** Under a JDK class of a module that other loaders could hide. */
  final class OfHandler extends DefaultHandler implements Feed {
    private final Object lock = new Object();
    private final Deque<Integer> queue = new ArrayDeque<>();

    private final class Producer {
      void put(int i) {
        synchronized (lock) {
          queue.add(i);
          lock.notifyAll();
        }
      }
    }

    @Override
    public void put(int i) {
      new Producer().put(i);
    }

    @Override
    public int take() throws InterruptedException {
      synchronized (lock) {
        while (queue.isEmpty()) {
          lock.wait();
        }
        return queue.remove();
      }
    }

    @Override
    public void locked(Runnable action) {
      synchronized (lock) {
        action.run();
      }
    }
  }

  /** With a field that is called as that of InvocationEvent. */
  final class OfBroadcaster extends NotificationBroadcasterSupport implements Feed {
    private final Object notifier = new Object();
    private final Deque<Integer> queue = new ArrayDeque<>();

    private final class Producer {
      void put(int i) {
        synchronized (notifier) {
          queue.add(i);
          notifier.notifyAll();
        }
      }
    }

    @Override
    public void put(int i) {
      new Producer().put(i);
    }

    @Override
    public int take() throws InterruptedException {
      synchronized (notifier) {
        while (queue.isEmpty()) {
          notifier.wait();
        }
        return queue.remove();
      }
    }

    @Override
    public void locked(Runnable action) {
      synchronized (notifier) {
        action.run();
      }
    }
  }

  /** With a static field. */
  final class Static extends DefaultHandler implements Feed {
    private static Object lock = new Object();
    private final Deque<Integer> queue = new ArrayDeque<>();

    private final class Producer {
      void put(int i) {
        synchronized (lock) {
          queue.add(i);
          lock.notifyAll();
        }
      }
    }

    @Override
    public void put(int i) {
      new Producer().put(i);
    }

    @Override
    public int take() throws InterruptedException {
      synchronized (lock) {
        while (queue.isEmpty()) {
          lock.wait();
        }
        return queue.remove();
      }
    }

    @Override
    public void locked(Runnable action) {
      synchronized (lock) {
        action.run();
      }
    }
  }

  /** With a field that hides a lock of the JDK. */
  final class OfReader extends Reader implements Feed {
    @SuppressWarnings("hiding")
    private final Object lock = new Object();

    private final Deque<Integer> queue = new ArrayDeque<>();

    private final class Producer {
      void put(int i) {
        synchronized (lock) {
          queue.add(i);
          lock.notifyAll();
        }
      }
    }

    @Override
    public void put(int i) {
      new Producer().put(i);
    }

    @Override
    public int take() throws InterruptedException {
      synchronized (lock) {
        while (queue.isEmpty()) {
          lock.wait();
        }
        return queue.remove();
      }
    }

    @Override
    public void locked(Runnable action) {
      synchronized (lock) {
        action.run();
      }
    }

    @Override
    public int read(char[] to, int from, int count) {
      return -1;
    }

    @Override
    public void close() {}
  }

  /** Has a feed of the given class, which has not been used before, pass a number on. */
  static int passOn(Feed feed, boolean virtualConsumer, boolean virtualProducer) {
    int[] taken = {0};
    Crew crew = new Crew(Kind.PLATFORM);
    Thread consumer = crew.start(virtualConsumer, () -> taken[0] = feed.take());
    Contest.awaitStuck(consumer);
    crew.start(virtualProducer, () -> feed.put(42));
    crew.join();
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    boolean[] released = {false};
    crew.start(
        virtualConsumer,
        () ->
            feed.locked(
                () -> {
                  holding.countDown();
                  Check.await(() -> release.getCount() == 0);
                  released[0] = true;
                }));
    Check.await(() -> holding.getCount() == 0);
    Thread producer =
        crew.start(
            virtualProducer,
            () -> {
              feed.put(1);
              Check.that(released[0], "the producer gets in after the holder has left");
            });
    Contest.awaitStuck(producer);
    release.countDown();
    crew.join();
    return taken[0];
  }

  /** What {@link #passOn} returns for all feeds, as this class's loader loads them. */
  static String passAllOn(boolean virtualConsumer, boolean virtualProducer) {
    int sum = 0;
    for (Feed feed :
        new Feed[] {new OfHandler(), new OfBroadcaster(), new Static(), new OfReader()}) {
      sum += passOn(feed, virtualConsumer, virtualProducer);
    }
    return "passed on " + sum;
  }
}
