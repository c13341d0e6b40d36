// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.util.List;

/** A class file for {@link RewriterWarmUp}; never run. It has every kind of site that is common. */
final class WarmUpSample {

  private static final Object SHARED = new Object();

  private final Object own = new Object();
  private List<String> waiting = List.of();
  private Object handed;

  synchronized int method(int n) {
    return n + waiting.size();
  }

  static synchronized String ofClass(WarmUpSample other) {
    return other.handed + "";
  }

  void put(String text) throws InterruptedException {
    synchronized (own) {
      while (waiting.isEmpty() && text != null) {
        own.wait(text.length());
      }
      waiting = List.of(text);
      own.notifyAll();
    }
    synchronized (this) {
      handed = text;
      notify();
    }
  }

  int undecided(Object lock, int[] counts) {
    synchronized (lock) {
      for (int i = 0; i < counts.length; i++) {
        try {
          counts[i] += waiting.size();
        } catch (RuntimeException e) {
          return i;
        }
      }
    }
    synchronized (SHARED) {
      synchronized (WarmUpSample.class) {
        return Thread.holdsLock(lock) ? counts.length : 0;
      }
    }
  }
}
