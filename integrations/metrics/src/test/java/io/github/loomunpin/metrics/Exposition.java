// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics of the project as Prometheus reads them. */
record Exposition(List<Sample> samples) {

  private static final Pattern LINE =
      Pattern.compile("((?:jvm_threads_virtual|loom_unpin)\\w*)(?:\\{(.*)})? (\\S+)");

  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  record Sample(String name, Map<String, String> labels, double value) {}

  static Exposition of(String text) {
    List<Sample> samples = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2));
        while (label.find()) {
          labels.put(label.group(1), label.group(2));
        }
        samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
      }
    }
    return new Exposition(samples);
  }

  /** Each metric with the names of its labels. */
  Map<String, Set<String>> names() {
    Map<String, Set<String>> names = new TreeMap<>();
    for (Sample sample : samples) {
      names.computeIfAbsent(sample.name(), n -> new TreeSet<>()).addAll(sample.labels().keySet());
    }
    return names;
  }

  /** The sum over all labels that contain that text. */
  double value(String name, String label) {
    return samples.stream()
        .filter(s -> s.name().equals(name) && s.labels().toString().contains(label))
        .mapToDouble(Sample::value)
        .sum();
  }
}
