// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.util.concurrent.CountDownLatch;

/** One pin of each kind, each in a method of its own name. */
public final class EveryKind {

  private static final class Lock {}

  private final Lock lock = new Lock();

  private EveryKind() {}

  public static void main(String[] args) throws Exception {
    EveryKind kinds = new EveryKind();
    run(kinds::synchronizedMethod);
    run(EveryKind::staticSynchronizedMethod);
    run(kinds::block);
    run(kinds::waiting);
    run(Initialized::touch);
    run(EveryKind::nativeFrame);
    run(kinds::converted);
    kinds.contend();
  }

  private static void run(Runnable action) throws InterruptedException {
    Thread.ofVirtual().start(action).join();
  }

  private synchronized void synchronizedMethod() {
    Pause.briefly();
  }

  private static synchronized void staticSynchronizedMethod() {
    Pause.briefly();
  }

  private void block() {
    synchronized (lock) {
      Pause.briefly();
    }
  }

  private void waiting() {
    synchronized (lock) {
      try {
        lock.wait(Pause.MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sleeps behind the block, not in it. */
  private void converted() {
    synchronized (lock) {
      lock.notifyAll();
    }
    Pause.briefly();
  }

  private static final class Initialized {
    static {
      Pause.briefly();
    }

    static void touch() {}
  }

  private static void nativeFrame() {
    ClassLoader slow =
        new ClassLoader(null) {
          @Override
          public Class<?> loadClass(String name) throws ClassNotFoundException {
            Pause.briefly();
            throw new ClassNotFoundException(name);
          }
        };
    try {
      Class.forName("no.such.Type", true, slow);
    } catch (ClassNotFoundException e) {
      // As intended: the JVM called the loader back from its own code.
      return;
    }
  }

  private void contend() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread victim = Thread.ofVirtual().unstarted(this::contended);
    Thread owner =
        Thread.ofPlatform()
            .start(
                () -> {
                  synchronized (lock) {
                    held.countDown();
                    Pause.whileBlocked(victim);
                  }
                });
    held.await();
    victim.start();
    victim.join();
    owner.join();
  }

  private void contended() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }
}
