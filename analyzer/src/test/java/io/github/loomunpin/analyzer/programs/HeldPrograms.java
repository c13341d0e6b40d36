// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.util.concurrent.CountDownLatch;

/** Which monitors a thread holds, and which it has released. */
public final class HeldPrograms {

  private static final class First {}

  private static final class Second {}

  private static final class Box {

    private final Object lock = new Object();
  }

  private static final class Pair {

    private final Object left = new Object();
    private final Object right = new Object();
  }

  private static final class Boxes {

    private final Object[] locks = {new Object(), new Object()};

    Object lock(int number) {
      return locks[number];
    }
  }

  private HeldPrograms() {}

  @Expected(
      what = "two fields of one name in two objects, waits on the inner one",
      sites = {"outer", "wait"})
  static void twoFields() throws InterruptedException {
    Box x = new Box();
    Box y = new Box();
    synchronized (x.lock) { // outer
      synchronized (y.lock) { // inner
        y.lock.wait(Pause.MILLIS); // wait
      }
    }
  }

  @Expected(
      what = "two elements of one array, waits on the inner one",
      sites = {"outer", "wait"})
  static void twoElements() throws InterruptedException {
    Object[] locks = {new Object(), new Object()};
    synchronized (locks[0]) { // outer
      synchronized (locks[1]) { // inner
        locks[1].wait(Pause.MILLIS); // wait
      }
    }
  }

  @Expected(
      what = "two locals of one type, waits on the inner one",
      sites = {"outer", "wait"})
  static void twoLocals() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    synchronized (a) { // outer
      synchronized (b) { // inner
        b.wait(Pause.MILLIS); // wait
      }
    }
  }

  @Expected(
      what = "two results of one method, waits on the inner one",
      sites = {"outer", "wait"})
  static void twoResults() throws InterruptedException {
    Boxes boxes = new Boxes();
    synchronized (boxes.lock(0)) { // outer
      synchronized (boxes.lock(1)) { // inner
        boxes.lock(1).wait(Pause.MILLIS); // wait
      }
    }
  }

  @Expected(
      what = "two fields of one name in two objects, waits on the outer one",
      sites = {"inner", "wait"})
  static void waitsOnTheOuter() throws InterruptedException {
    Box x = new Box();
    Box y = new Box();
    synchronized (x.lock) { // outer
      synchronized (y.lock) { // inner
        x.lock.wait(Pause.MILLIS); // wait
      }
    }
  }

  @Expected(what = "waits on what a calling method has entered as well", sites = "wait")
  static void enteredByTheCaller() throws InterruptedException {
    new HeldPrograms().entersFirst();
  }

  private synchronized void entersFirst() throws InterruptedException {
    entersAgain(); // caller
  }

  private synchronized void entersAgain() throws InterruptedException {
    notifyAll(); // again
    wait(Pause.MILLIS); // wait
  }

  @Expected(
      what = "waits on a lock that was handed down, below another one",
      sites = {"outer", "wait"})
  static void handedDown() throws InterruptedException {
    Object outer = new Object();
    Object inner = new Object();
    synchronized (outer) { // outer
      synchronized (inner) { // inner
        waitsOn(inner);
      }
    }
  }

  private static void waitsOn(Object lock) throws InterruptedException {
    synchronized (lock) { // again
      lock.wait(Pause.MILLIS); // wait
    }
  }

  @Expected(what = "one site that holds a monitor five times", sites = "recursive")
  static void recursion() {
    new HeldPrograms().recursive(5);
  }

  private void recursive(int times) {
    synchronized (this) { // recursive
      if (times > 0) {
        recursive(times - 1);
      } else {
        Pause.briefly();
      }
    }
  }

  @Expected(
      what = "two blocks of one method, sleeps in both",
      sites = {"outer", "inner"})
  static void nested() {
    First first = new First();
    Second second = new Second();
    synchronized (first) { // outer
      synchronized (second) { // inner
        Pause.briefly();
      }
    }
  }

  @Expected(
      what = "cannot enter a monitor while a virtual thread sleeps in another method that holds it",
      sites = "owner")
  static void heldByVirtual() throws InterruptedException {
    contend(Thread.ofVirtual().name("owner of heldByVirtual"), new Box());
  }

  @Expected(
      what =
          "cannot enter a monitor while a platform thread sleeps in another method that holds it",
      sites = "owner")
  static void heldByPlatform() throws InterruptedException {
    contend(Thread.ofPlatform().name("owner of heldByPlatform"), new Box());
  }

  private static void contend(Thread.Builder builder, Box box) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread victim = Thread.currentThread();
    Thread owner = builder.start(() -> owns(box, held, victim));
    held.await();
    victim(box);
    owner.join();
  }

  private static void owns(Box box, CountDownLatch held, Thread... victims) {
    synchronized (box.lock) { // owner
      held.countDown();
      Pause.whileBlocked(victims);
    }
  }

  private static void victim(Box box) {
    synchronized (box.lock) { // victim
      box.lock.notifyAll();
    }
  }

  @Expected(
      what = "cannot enter the inner of two monitors of one type that another thread holds",
      sites = "right")
  static void heldWithinAnother() throws InterruptedException {
    Pair pair = new Pair();
    CountDownLatch held = new CountDownLatch(1);
    Thread victim = Thread.currentThread();
    Thread owner = Thread.ofPlatform().start(() -> ownsBoth(pair, held, victim));
    held.await();
    synchronized (pair.right) { // victim-of-right
      pair.right.notifyAll();
    }
    owner.join();
  }

  private static void ownsBoth(Pair pair, CountDownLatch held, Thread victim) {
    synchronized (pair.left) { // left
      synchronized (pair.right) { // right
        held.countDown();
        Pause.whileBlocked(victim);
      }
    }
  }

  @Expected(
      what = "cannot enter a class's monitor that another method of the class holds",
      sites = "owner-of-class")
  static void heldClass() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread victim = Thread.currentThread();
    Thread owner = Thread.ofVirtual().start(() -> ownsClass(held, victim));
    held.await();
    victimOfClass();
    owner.join();
  }

  private static synchronized void ownsClass(CountDownLatch held, Thread victim) {
    held.countDown(); // owner-of-class
    Pause.whileBlocked(victim);
  }

  private static synchronized void victimOfClass() {
    HeldPrograms.class.notifyAll(); // victim-of-class
  }

  @Expected(
      what = "cannot enter a monitor whose owner cannot enter another one",
      sites = {"owner", "middle"},
      first = "owner")
  static void chain() throws InterruptedException {
    Box box = new Box();
    Second second = new Second();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch heldSecond = new CountDownLatch(1);
    Thread middle = Thread.ofVirtual().unstarted(() -> inTheMiddle(box, second, heldSecond));
    Thread last = Thread.currentThread();
    Thread owner = Thread.ofVirtual().start(() -> owns(box, held, middle, last));
    held.await();
    middle.start();
    heldSecond.await();
    endOfTheChain(second);
    owner.join();
    middle.join();
  }

  @Expected(
      what = "cannot enter a monitor at the end of a chain of owners that a platform thread keeps",
      sites = {"owner", "middle", "further"},
      first = "owner")
  static void chainOfPlatform() throws InterruptedException {
    Box box = new Box();
    First first = new First();
    Second second = new Second();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch heldSecond = new CountDownLatch(1);
    CountDownLatch heldFirst = new CountDownLatch(1);
    Thread middle = Thread.ofPlatform().unstarted(() -> inTheMiddle(box, second, heldSecond));
    Thread further = Thread.ofPlatform().unstarted(() -> furtherOut(first, second, heldFirst));
    Thread last = Thread.currentThread();
    Thread owner = Thread.ofPlatform().start(() -> owns(box, held, middle, further, last));
    held.await();
    middle.start();
    heldSecond.await();
    further.start();
    heldFirst.await();
    synchronized (first) { // last
      first.notifyAll();
    }
    owner.join();
    middle.join();
    further.join();
  }

  private static void furtherOut(First first, Second second, CountDownLatch heldFirst) {
    synchronized (first) { // further
      heldFirst.countDown();
      endOfTheChain(second);
    }
  }

  private static void inTheMiddle(Box box, Second second, CountDownLatch heldSecond) {
    synchronized (second) { // middle
      heldSecond.countDown();
      victim(box);
    }
  }

  private static void endOfTheChain(Second second) {
    synchronized (second) { // end
      second.notifyAll();
    }
  }
}
