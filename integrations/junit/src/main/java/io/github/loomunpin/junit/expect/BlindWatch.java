// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.expect;

/** What watches where nothing can be seen: it says why. */
public record BlindWatch(String why) implements PinWatch {

  @Override
  public Watched begin(WatchedTest test) {
    return new Watched() {
      @Override
      public void restart() {}

      @Override
      public TestVerdict end() {
        return TestVerdict.unknown(why);
      }
    };
  }

  @Override
  public void close() {}
}
