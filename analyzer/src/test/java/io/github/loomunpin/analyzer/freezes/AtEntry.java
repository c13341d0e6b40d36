// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A thread computes right behind the entry of a monitor, where another blocks. */
final class AtEntry {

  private static volatile boolean inside;

  public static void main(String[] args) throws Exception {
    Object gate = new Object();
    Thread computes =
        Standing.start(
            0,
            number -> {
              synchronized (gate) {
                while (true) {
                  inside = true;
                }
              }
            });
    Standing.await(() -> inside);
    Standing.awaitStanding(
        Standing.start(
            1,
            number -> {
              synchronized (gate) {
                System.out.println("used");
              }
            }));
    Standing.start(2, number -> System.out.println("ready"));
    Standing.announce(computes);
  }
}
