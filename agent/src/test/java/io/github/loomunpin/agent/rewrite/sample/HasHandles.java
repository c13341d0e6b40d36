// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** Method references to {@code wait}, {@code notify}, {@code notifyAll} and {@code holdsLock}. */
public class HasHandles {

  /** Throws what wait throws. */
  public interface Waiting {

    void go(long time) throws Exception;
  }

  public void method(HasHandles other) throws Exception {
    Runnable captured = other::notifyAll;
    Consumer<HasHandles> unbound = HasHandles::notify;
    Predicate<Object> holds = Thread::holdsLock;
    Waiting waiting = other::wait;
    synchronized (other) {
      captured.run();
      unbound.accept(other);
      holds.test(other);
      waiting.go(1);
    }
  }
}
