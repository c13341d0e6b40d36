// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is alive in the heap of a JVM.
 *
 * @param bytes of all objects
 * @param histogram how many objects of which class take how much, as jcmd prints it
 */
record Heap(long bytes, String histogram) {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Pattern TOTAL =
      Pattern.compile("^Total\\s+\\d+\\s+(\\d+)\\s*$", Pattern.MULTILINE);

  /** Collects the garbage first; empty if the JVM does not answer, as one without memory may. */
  static Optional<Heap> of(Jdk jdk, long pid) throws InterruptedException {
    try {
      return of(
          jdk.tool("jcmd", Long.toString(pid), "GC.class_histogram")
              .run(TIMEOUT)
              .successfully()
              .output());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<Heap> of(String histogram) {
    var total = TOTAL.matcher(histogram);
    return total.find()
        ? Optional.of(new Heap(Long.parseLong(total.group(1)), histogram))
        : Optional.empty();
  }
}
