// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** All processes that were started and not closed, so that none survives this JVM. */
final class Children {

  /** Last started first: an application ends before its database. */
  private static final Deque<Child> OPEN = new ArrayDeque<>();

  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end of child processes"));
  }

  private Children() {}

  /** What makes a child. */
  interface Starter {
    Child start() throws IOException;
  }

  /** Under the lock, so that no process comes into being while all are being ended. */
  static synchronized Child start(Starter starter) throws IOException {
    if (ending) {
      throw new IllegalStateException("no process is started while the JVM ends");
    }
    Child child = starter.start();
    OPEN.addFirst(child);
    return child;
  }

  static synchronized void closed(Child child) {
    OPEN.remove(child);
  }

  static synchronized boolean areEnding() {
    return ending;
  }

  private static void endAll() {
    open().forEach(Child::close);
  }

  private static synchronized List<Child> open() {
    ending = true;
    return List.copyOf(OPEN);
  }
}
