// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is printed of tests that do not fail: on standard error, which builds keep with the test.
 */
final class Remarks {

  private static final Set<String> PRINTED = ConcurrentHashMap.newKeySet();

  private Remarks() {}

  static void print(String remark) {
    System.err.println("[loom-unpin] " + remark);
  }

  /** Once in a JVM. */
  static void printOnce(String remark) {
    if (PRINTED.add(remark)) {
      print(remark);
    }
  }
}
