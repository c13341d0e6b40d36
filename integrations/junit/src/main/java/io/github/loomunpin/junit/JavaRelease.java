// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

/** What this JVM has. */
final class JavaRelease {

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  static final int HERE = Runtime.version().feature();

  private JavaRelease() {}

  static boolean hasVirtualThreads() {
    return HERE >= FIRST_WITH_VIRTUAL_THREADS;
  }
}
