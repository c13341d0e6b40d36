// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

/** Pins once, and halts when that has been written, without ending its recording. */
public final class Halts {

  /** JFR writes what it has once a second. */
  private static final long WRITTEN_MILLIS = 2_500;

  private Halts() {}

  private static synchronized void beforeTheEnd() {
    Pause.briefly();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread.ofVirtual().start(Halts::beforeTheEnd).join();
    Thread.sleep(WRITTEN_MILLIS);
    Runtime.getRuntime().halt(7);
  }
}
