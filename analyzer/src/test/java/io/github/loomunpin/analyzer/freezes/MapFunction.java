// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.ConcurrentHashMap;

/** The function of {@code computeIfAbsent} waits while the map holds the monitor of a bin. */
final class MapFunction {

  private static final int SPREAD = 1_000_003;

  private final ConcurrentHashMap<Integer, Integer> cache = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    MapFunction map = new MapFunction();
    Standing.still(map::look);
  }

  private void look(int number) {
    cache.computeIfAbsent(number * SPREAD, key -> load(key));
  }

  private static int load(int key) {
    try {
      return Standing.elsewhere(() -> key);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
