// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

/** Pins once under two monitors, one a few frames from where it parks, one many. */
public final class InnerAndOuter {

  private static final int FEW_FRAMES = 4;
  private static final int MANY_FRAMES = 25;

  private static final class Guard {}

  private final Guard first = new Guard();
  private final Guard second = new Guard();

  private InnerAndOuter() {}

  public static void main(String[] args) throws InterruptedException {
    Thread.ofVirtual().start(new InnerAndOuter()::outer).join();
  }

  private void outer() {
    synchronized (first) {
      descend(MANY_FRAMES, this::inner);
    }
  }

  private void inner() {
    synchronized (second) {
      descend(FEW_FRAMES, Pause::briefly);
    }
  }

  private static void descend(int frames, Runnable last) {
    if (frames > 0) {
      descend(frames - 1, last);
    } else {
      last.run();
    }
  }
}
