// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

/** What happens to a class file. */
enum TransformKind {
  /** The agent sees at a glance that it has no sites. */
  GLANCED("only glanced at"),
  /** It is parsed, but has no sites or only such as stay native. */
  PARSED("parsed, left as it is"),
  REWRITTEN("rewritten");

  private final String words;

  TransformKind(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
