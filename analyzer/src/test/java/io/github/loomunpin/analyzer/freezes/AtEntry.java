// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A thread computes right behind the entry of a monitor, where another blocks. */
final class AtEntry {

  public static void main(String[] args) throws Exception {
    Object gate = new Object();
    Standing.start(
        0,
        number -> {
          synchronized (gate) {
            while (true) {
              Thread.onSpinWait();
            }
          }
        });
    Thread.sleep(300);
    Standing.start(
        1,
        number -> {
          synchronized (gate) {
            System.out.println("used");
          }
        });
    Thread.sleep(300);
    Standing.start(2, number -> System.out.println("ready"));
    Standing.announce();
  }
}
