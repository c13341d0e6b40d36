// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happened to one class.
 *
 * @param name internal name
 * @param bytes the new class file, empty if the old one stays as it is
 * @param rewritten number of sites that no longer pin
 * @param leftNative number of sites left to the JVM's monitor, by reason
 * @param slow methods whose monitors could not be followed and are not compiled by the JIT, with
 *     why
 * @param pinning methods that lock as all others do, but under which a thread that blocks pins,
 *     with why
 * @param problems what could not be rewritten although it should have been
 */
public record RewriteResult(
    String name,
    Optional<byte[]> bytes,
    int rewritten,
    Map<String, Integer> leftNative,
    List<String> slow,
    List<String> pinning,
    List<String> problems) {

  /** Whether all of a class was rewritten that had to be. */
  public boolean isWhole() {
    return bytes.isPresent() && problems.isEmpty() && slow.isEmpty();
  }

  /** Counts what happens to the sites of one class. */
  static final class Tally {

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
}
