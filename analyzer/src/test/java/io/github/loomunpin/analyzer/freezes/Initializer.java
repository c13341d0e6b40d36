// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A static initialiser waits for another thread, and other threads wait for the class. */
final class Initializer {

  static final class Settings {
    static final Integer VALUE;

    static {
      try {
        VALUE = Standing.elsewhere(() -> 1);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private Settings() {}
  }

  public static void main(String[] args) throws Exception {
    Standing.still(
        number -> {
          Integer value = Settings.VALUE;
          System.out.println(value);
        });
  }
}
