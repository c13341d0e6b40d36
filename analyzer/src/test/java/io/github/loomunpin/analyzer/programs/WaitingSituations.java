// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import io.github.loomunpin.analyzer.programs.HoldingSituations.Box;
import java.util.Hashtable;

/** Ways to wait on a monitor, which releases it, with others held or not. */
final class WaitingSituations {

  static void waits() throws InterruptedException {
    Box lock = AllAtOnce.awaited(new Box());
    synchronized (lock) {
      while (!AllAtOnce.isOpen()) {
        lock.wait();
      }
    }
  }

  static void waitsForAnHour() throws InterruptedException {
    Box lock = AllAtOnce.awaited(new Box());
    synchronized (lock) {
      while (!AllAtOnce.isOpen()) {
        lock.wait(3_600_000);
      }
    }
  }

  static void waitsAboveNative() throws InterruptedException {
    synchronized (new Hashtable<String, String>()) {
      waitsBelowNative();
    }
  }

  static void waitsAboveConverted() throws InterruptedException {
    synchronized (new Box()) {
      waitsBelowConverted();
    }
  }

  private static void waitsBelowNative() throws InterruptedException {
    Box lock = AllAtOnce.awaited(new Box());
    synchronized (lock) {
      while (!AllAtOnce.isOpen()) {
        lock.wait();
      }
    }
  }

  private static void waitsBelowConverted() throws InterruptedException {
    Box lock = AllAtOnce.awaited(new Box());
    synchronized (lock) {
      while (!AllAtOnce.isOpen()) {
        lock.wait();
      }
    }
  }

  static void waitsOnTheOuter() throws InterruptedException {
    Object left = new Object();
    Object right = new Object();
    AllAtOnce.awaited(left);
    synchronized (left) {
      synchronized (right) {
        while (!AllAtOnce.isOpen()) {
          left.wait();
        }
      }
    }
  }

  static void waitsOnTheInner() throws InterruptedException {
    Object left = new Object();
    Object right = new Object();
    AllAtOnce.awaited(right);
    synchronized (left) {
      synchronized (right) {
        while (!AllAtOnce.isOpen()) {
          right.wait();
        }
      }
    }
  }

  static void waitsOnAnElement() throws InterruptedException {
    Object[] locks = {new Object(), new Object()};
    AllAtOnce.awaited(locks[1]);
    synchronized (locks[0]) {
      synchronized (locks[1]) {
        while (!AllAtOnce.isOpen()) {
          locks[1].wait();
        }
      }
    }
  }

  static void waitsOnWhatItWasGiven() throws InterruptedException {
    Object outer = new Object();
    Object inner = AllAtOnce.awaited(new Object());
    synchronized (outer) {
      synchronized (inner) {
        waitsOn(inner);
      }
    }
  }

  private static void waitsOn(Object lock) throws InterruptedException {
    while (!AllAtOnce.isOpen()) {
      lock.wait();
    }
  }

  static void waitsOnItself() throws InterruptedException {
    AllAtOnce.awaited(new WaitingSituations()).entersFirst();
  }

  private synchronized void entersFirst() throws InterruptedException {
    entersAgain();
  }

  private synchronized void entersAgain() throws InterruptedException {
    while (!AllAtOnce.isOpen()) {
      wait();
    }
  }

  static void waitsOnItsClass() throws InterruptedException {
    AllAtOnce.awaited(WaitingSituations.class);
    synchronized (WaitingSituations.class) {
      while (!AllAtOnce.isOpen()) {
        WaitingSituations.class.wait();
      }
    }
  }

  static void joinsWithin() throws InterruptedException {
    Thread other = Thread.ofPlatform().name("joined").start(AllAtOnce::park);
    synchronized (new Box()) {
      other.join();
    }
  }
}
