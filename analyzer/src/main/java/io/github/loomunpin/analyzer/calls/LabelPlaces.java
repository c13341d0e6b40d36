// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;

/**
 * Where the labels of a method stand. Every method has them, most of them only begin a line, and
 * few methods are asked; so they are listed first.
 */
final class LabelPlaces {

  private final List<Label> labels = new ArrayList<>();
  private int[] bcis = new int[16];

  void add(Label label, int bci) {
    if (labels.size() == bcis.length) {
      bcis = Arrays.copyOf(bcis, 2 * bcis.length);
    }
    bcis[labels.size()] = bci;
    labels.add(label);
  }

  /** After the method was read. */
  Map<Label, Integer> byLabel() {
    Map<Label, Integer> found = new IdentityHashMap<>(labels.size());
    for (int i = 0; i < labels.size(); i++) {
      found.put(labels.get(i), bcis[i]);
    }
    return found;
  }
}
