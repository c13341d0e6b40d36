// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where an application used the processors, from samples of its Java code under load.
 *
 * @param samples how many there are
 * @param shares the part of them that fell into whose code, largest first
 * @param hottest the part that fell into a method itself: the methods with most, largest first
 */
public record Profile(int samples, Map<String, Double> shares, Map<String, Double> hottest) {

  /** Nobody looked. */
  public static final Profile NONE = new Profile(0, Map.of(), Map.of());

  private static final int METHODS = 5;

  public Profile {
    shares = new LinkedHashMap<>(shares);
    hottest = new LinkedHashMap<>(hottest);
  }

  /** From the number of samples in whose code and in which method. */
  public static Profile of(Map<String, Integer> byOwner, Map<String, Integer> byMethod) {
    int samples = byOwner.values().stream().mapToInt(Integer::intValue).sum();
    return new Profile(
        samples, largest(byOwner, samples, byOwner.size()), largest(byMethod, samples, METHODS));
  }

  private static Map<String, Double> largest(Map<String, Integer> counts, int all, int most) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                count -> count.getValue() / (double) all,
                (one, other) -> one,
                LinkedHashMap::new));
  }

  /** The part that fell into someone's code, from 0 to 1. */
  public double share(String owner) {
    return shares.getOrDefault(owner, 0.0);
  }

  /** Whose code it was, largest share first. */
  public List<String> owners() {
    return List.copyOf(shares.keySet());
  }
}
