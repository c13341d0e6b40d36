// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** The handler must not claim what the parameters were at the start. */
public class HasReassignedParameters {

  public synchronized Object method(Object parameter, int number) {
    Object first = parameter;
    parameter = null;
    int[] reuses = {number};
    for (int i = 0; i < 2; i++) {
      Object inner = String.valueOf(reuses[0]);
      first = inner.hashCode() > i ? inner : first;
    }
    return first == null ? parameter : first;
  }
}
