// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts what happens to the sites of one class. */
final class Tally {

  private final Map<String, Integer> leftNative = new LinkedHashMap<>();
  private final List<String> slow = new ArrayList<>();
  private final List<String> pinning = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int rewritten;

  void rewritten(int sites) {
    rewritten += sites;
  }

  void leftNative(String reason) {
    leftNative.merge(reason, 1, Integer::sum);
  }

  void slow(String method, String why) {
    slow.add(method + ": " + why);
  }

  void pinning(String method, String why) {
    pinning.add(method + ": " + why);
  }

  void problem(String method, String what) {
    problems.add(method + ": " + what);
  }

  RewriteResult result(String name, byte[] bytes) {
    return new RewriteResult(
        name,
        Optional.ofNullable(bytes),
        rewritten,
        Map.copyOf(leftNative),
        List.copyOf(slow),
        List.copyOf(pinning),
        List.copyOf(problems));
  }
}
