// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

/** Sleeps a hundred frames above the block that pins. */
public final class DeepHolder {

  private static final class Guard {}

  private final Guard guard = new Guard();

  private DeepHolder() {}

  public static void main(String[] args) throws InterruptedException {
    DeepHolder holder = new DeepHolder();
    for (int i = 0; i < 3; i++) {
      Thread.ofVirtual().start(holder::hold).join();
    }
  }

  private void hold() {
    synchronized (guard) {
      descend(100);
    }
  }

  private static void descend(int frames) {
    if (frames > 0) {
      descend(frames - 1);
    } else {
      Pause.briefly();
    }
  }
}
