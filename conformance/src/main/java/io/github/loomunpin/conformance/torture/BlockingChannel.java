// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;

/** A channel that tells the JDK what to lock, and that is always blocking. */
abstract class BlockingChannel extends SelectableChannel {
  private final Object lock;

  BlockingChannel(Object lock) {
    this.lock = lock;
  }

  @Override
  public Object blockingLock() {
    return lock;
  }

  @Override
  public boolean isBlocking() {
    return true;
  }

  @Override
  public SelectableChannel configureBlocking(boolean block) {
    return this;
  }

  @Override
  public SelectorProvider provider() {
    return SelectorProvider.provider();
  }

  @Override
  public int validOps() {
    return SelectionKey.OP_READ;
  }

  @Override
  public boolean isRegistered() {
    return false;
  }

  @Override
  public SelectionKey keyFor(Selector selector) {
    return null;
  }

  @Override
  public SelectionKey register(Selector selector, int operations, Object attachment) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void implCloseChannel() {}
}
