// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.loomunpin.rules.blocking.BlockingCalls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The classes of every JDK at hand that lock their own instances while they may block: the agent
 * converts each of them, or {@code jdk-kept.txt} says why it does not.
 */
class JdkConvertedTest {

  private final Map<String, String> kept = kept();

  private static Map<String, String> kept() {
    Map<String, String> kept = new TreeMap<>();
    try (InputStream in = JdkConvertedTest.class.getResourceAsStream("/jdk-kept.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split("\\s+", 2);
          kept.put(parts[0].replace('.', '/'), parts[1]);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return kept;
  }

  /** A line that ends with a star is of all names that begin so. */
  private boolean isKept(String name, String line) {
    return line.endsWith("*")
        ? name.startsWith(line.substring(0, line.length() - 1))
        : name.equals(line);
  }

  @Test
  void each_class_that_may_block_in_its_own_lock_is_converted_or_there_is_a_reason() {
    assumeThat(JdkImage.all()).as("JDK 21 and a newer one").hasSizeGreaterThan(1);
    Map<String, String> left = new TreeMap<>();
    Set<String> used = new TreeSet<>();
    for (JdkImage jdk : JdkImage.all()) {
      new JdkBlockers(jdk, BlockingCalls.load())
          .found()
          .forEach(
              (name, why) -> {
                kept.keySet().stream().filter(line -> isKept(name, line)).forEach(used::add);
                if (!JdkMonitors.lockedByJdk().contains(name)
                    && kept.keySet().stream().noneMatch(line -> isKept(name, line))) {
                  left.put(name, why);
                }
              });
    }

    assertThat(left).as("convert it, or say in jdk-kept.txt why not").isEmpty();
    assertThat(kept.keySet())
        .as("jdk-kept.txt has lines of no such class")
        .allSatisfy(line -> assertThat(used).contains(line));
    assertThat(kept.keySet()).doesNotContainAnyElementsOf(JdkMonitors.lockedByJdk());
  }
}
