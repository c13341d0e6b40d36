// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.expect;

/** Sees the pins of this JVM. Safe for several threads. */
public interface PinWatch extends AutoCloseable {

  /** A test that is being watched. */
  interface Watched {

    /** Forgets what was seen so far. */
    void restart();

    /** Ends the watch. */
    TestVerdict end();
  }

  /** Watches a test from now on, which this thread runs. */
  Watched begin(WatchedTest test);

  @Override
  void close();
}
