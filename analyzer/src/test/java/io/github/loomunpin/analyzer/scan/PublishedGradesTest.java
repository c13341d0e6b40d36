// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The grades of monitors that recordings of the demo name as holders, with all libraries of its
 * that are at hand on one class path, as the demo has them.
 */
class PublishedGradesTest {

  private static ScanResult result;

  @BeforeAll
  static void scan() {
    result =
        new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(System.getProperty("published.jars")));
  }

  @ParameterizedTest
  @CsvSource({
    "org/apache/tomcat/util/net/SocketProcessorBase, run",
    "org/postgresql/core/v3/QueryExecutorImpl, execute",
    "org/postgresql/jdbc/TypeInfoCache, getSQLType"
  })
  void holders_of_recordings_block_or_may_block(String owner, String method) {
    assertThat(worst(owner, method)).isPresent().get().matches(Grade::hasBlockingPath);
  }

  /** The grades above say something only if not everything has them. */
  @Test
  void a_getter_under_a_monitor_is_short() {
    assertThat(worst("org/postgresql/core/QueryExecutorBase", "getStandardConformingStrings"))
        .hasValue(Grade.SHORT);
  }

  @Test
  void no_more_than_a_third_of_the_sites_is_at_risk() {
    long atRisk =
        result.verdicts().bySite().values().stream()
            .filter(verdict -> verdict.grade().isAtRisk())
            .count();

    assertThat(atRisk * 3).isPositive().isLessThan(result.verdicts().bySite().size());
  }

  private static Optional<Grade> worst(String owner, String method) {
    return result.libraries().stream()
        .flatMap(library -> library.sites().stream())
        .flatMap(type -> type.sites().stream())
        .filter(site -> site.owner().equals(owner) && site.method().equals(method))
        .flatMap(site -> result.verdicts().of(site).stream())
        .map(verdict -> verdict.grade())
        .min(Comparator.naturalOrder());
  }
}
