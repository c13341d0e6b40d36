// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

/**
 * A pair of threads for each kind of object to wait at: one waits there and keeps a monitor that
 * the other, who would end that, has to enter first. The threads are called {@code waits-KIND} and
 * {@code gives-KIND}.
 */
final class Handovers {

  private Handovers() {}

  private interface Pair {

    void waits() throws Exception;

    void gives() throws Exception;
  }

  private static final class Room implements Pair {

    private final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      deque.putLast(1);
      deque.putLast(2);
    }

    @Override
    public void gives() throws Exception {
      look();
      deque.pollFirst();
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Hands implements Pair {

    private final SynchronousQueue<Integer> hands = new SynchronousQueue<>();
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      seen += hands.take();
    }

    @Override
    public void gives() throws Exception {
      look();
      while (!hands.offer(1)) {
        Thread.sleep(1);
      }
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Latch implements Pair {

    private final CountDownLatch latch = new CountDownLatch(1);
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      latch.await();
    }

    @Override
    public void gives() throws Exception {
      look();
      latch.countDown();
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Permit implements Pair {

    private final Semaphore permits = new Semaphore(0);
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      permits.acquire(2);
    }

    @Override
    public void gives() throws Exception {
      look();
      permits.release(2);
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Barrier implements Pair {

    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      barrier.await();
    }

    @Override
    public void gives() throws Exception {
      look();
      barrier.await();
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Phase implements Pair {

    private final Phaser phaser = new Phaser(2);
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      phaser.arriveAndAwaitAdvance();
    }

    @Override
    public void gives() throws Exception {
      look();
      phaser.arriveAndDeregister();
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Exchange implements Pair {

    private final Exchanger<Integer> exchanger = new Exchanger<>();
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      seen += exchanger.exchange(1);
    }

    @Override
    public void gives() throws Exception {
      look();
      seen += exchanger.exchange(2);
    }

    private synchronized void look() {
      seen++;
    }
  }

  private static final class Future implements Pair {

    private final CompletableFuture<Integer> future = new CompletableFuture<>();
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      seen += future.thenApply(one -> one + 1).join();
    }

    @Override
    public void gives() throws Exception {
      look();
      future.complete(1);
    }

    private synchronized void look() {
      seen++;
    }
  }

  /** A queue of the program's own, which code does not name where it is used. */
  private static final class Mail implements Pair {

    private static final class Mailbox extends ArrayBlockingQueue<Integer> {

      private static final long serialVersionUID = 1L;

      Mailbox() {
        super(1);
      }
    }

    private final List<Mailbox> boxes = new ArrayList<>(List.of(new Mailbox()));
    private int seen;

    @Override
    public synchronized void waits() throws Exception {
      seen += boxes.get(0).take();
    }

    @Override
    public void gives() throws Exception {
      look();
      send(boxes.get(0));
    }

    private static void send(BlockingQueue<Integer> box) throws InterruptedException {
      box.put(1);
    }

    private synchronized void look() {
      seen++;
    }
  }

  public static void main(String[] args) throws Exception {
    List<Pair> pairs =
        List.of(
            new Room(),
            new Hands(),
            new Latch(),
            new Permit(),
            new Barrier(),
            new Phase(),
            new Exchange(),
            new Future(),
            new Mail());
    for (Pair pair : pairs) {
      String kind = pair.getClass().getSimpleName();
      Standing.awaitStanding(Standing.startNamed("waits-" + kind, pair::waits));
      Standing.startNamed("gives-" + kind, pair::gives);
    }
    Standing.announce();
  }
}
