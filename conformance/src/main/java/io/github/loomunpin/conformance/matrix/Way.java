// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** One of the ways to enter. */
record Way(Ways ways, int index) {
  void enter(Object o, CriticalSection body) throws Throwable {
    ways.enter(index, o, body);
  }

  String name() {
    return ways.name() + "." + ways.enters().get(index);
  }
}
