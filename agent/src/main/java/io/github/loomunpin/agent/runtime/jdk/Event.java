// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code jdk.internal.event.Event}, the superclass of all events. */
public abstract class Event {

  protected Event() {}

  /** Its time is over. */
  public void end() {
    throw new UnsupportedOperationException();
  }

  /** Whether it has lasted long enough. */
  public boolean shouldCommit() {
    throw new UnsupportedOperationException();
  }

  /** Writes it. */
  public void commit() {
    throw new UnsupportedOperationException();
  }
}
