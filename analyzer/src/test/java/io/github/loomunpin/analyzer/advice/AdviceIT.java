// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.analyzer.advice.ArtifactAdvice.Version;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the advice against the jars it is about, in the folder that the system property {@code
 * advice.jars} names, as {@code artifact-version.jar}; those that are not there are skipped.
 */
@EnabledIfSystemProperty(named = "advice.jars", matches = ".+")
class AdviceIT {

  static List<ArtifactAdvice> blocks() {
    return AdviceBook.load().all();
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void a_block_is_what_the_jars_say(ArtifactAdvice advice) {
    Map<String, Map<String, Integer>> checked = sites(advice, advice.checked());

    assertThat(sum(checked)).isEqualTo(advice.checked().sites());
    if (advice.fixed().isPresent()) {
      Map<String, Map<String, Integer>> fixed = sites(advice, advice.fixed().get());
      Map<String, Set<String>> remain = new TreeMap<>();
      Map<String, Set<String>> converted = new TreeMap<>();
      checked.forEach(
          (type, before) -> {
            Map<String, Integer> after = fixed.getOrDefault(type, Map.of());
            Set<String> still = new TreeSet<>(before.keySet());
            still.retainAll(after.keySet());
            if (!after.isEmpty()) {
              remain.put(type, still.equals(before.keySet()) ? Set.of() : still);
            }
            if (sum(Map.of("", after)) < sum(Map.of("", before))) {
              converted.put(type, still);
            }
          });
      assertThat(sum(fixed)).isEqualTo(advice.fixed().get().sites());
      if (advice.converted().isEmpty()) {
        assertThat(advice.remain()).isEqualTo(remain);
      } else {
        assertThat(advice.converted()).isEqualTo(converted);
      }
    }
  }

  private static int sum(Map<String, Map<String, Integer>> sites) {
    return sites.values().stream()
        .flatMap(locks -> locks.values().stream())
        .mapToInt(Integer::intValue)
        .sum();
  }

  /** How many sites of each outermost class enter a monitor, by what they lock. */
  private static Map<String, Map<String, Integer>> sites(ArtifactAdvice advice, Version version) {
    Path jar =
        Path.of(System.getProperty("advice.jars"))
            .resolve(advice.artifact() + "-" + version.name() + ".jar");
    assumeTrue(Files.isRegularFile(jar), () -> "no " + jar);
    Map<String, Map<String, Integer>> sites = new TreeMap<>();
    LibraryScanner.countingOnly(ReadOptions.DEFAULT)
        .scan(List.of(jar.toString()))
        .sites()
        .filter(found -> found.site().kind().enters())
        .forEach(
            found ->
                sites
                    .computeIfAbsent(
                        AdviceBook.outermost(found.site().owner()), type -> new TreeMap<>())
                    .merge(AdviceBook.lock(found.site()), 1, Integer::sum));
    return sites;
  }
}
