// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

/** What samples call to say how many monitors of their method are held there. */
final class Holding {

  private Holding() {}

  static boolean monitors(int count) {
    return count > 0;
  }
}
