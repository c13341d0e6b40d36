// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gap;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The counts published in 2020, or where those are not reproducible those of the bytecode. */
class PublishedCountsTest {

  private static final Path JARS = Path.of(System.getProperty("published.jars"));
  private static final List<String> SPRING =
      List.of("aop", "beans", "context", "core", "expression", "jdbc", "tx", "web", "webmvc");

  private final LibraryScanner scanner = LibraryScanner.countingOnly(ReadOptions.DEFAULT);

  @Test
  void hikari_cp_has_the_published_12_sites() {
    assertThat(counts("HikariCP-3.4.5.jar"))
        .returns(9, SiteCounts::synchronizedMethods)
        .returns(3, SiteCounts::blocks)
        .returns(12, SiteCounts::total);
  }

  @Test
  void tomcat_has_the_published_576_sites() {
    assertThat(counts("tomcat-embed-core-9.0.38.jar"))
        .returns(216, SiteCounts::synchronizedMethods)
        .returns(360, SiteCounts::blocks)
        .returns(576, SiteCounts::total);
  }

  @Test
  void pgjdbc_has_175_sites() {
    assertThat(counts("postgresql-42.2.16.jar"))
        .returns(139, SiteCounts::synchronizedMethods)
        .returns(36, SiteCounts::blocks)
        .returns(175, SiteCounts::total);
  }

  @Test
  void spring_data_commons_has_11_sites() {
    assertThat(counts("spring-data-commons-2.4.0.jar"))
        .returns(3, SiteCounts::synchronizedMethods)
        .returns(8, SiteCounts::blocks)
        .returns(11, SiteCounts::total);
  }

  @Test
  void nine_modules_of_spring_have_313_sites() {
    String[] jars =
        SPRING.stream().map(module -> "spring-" + module + "-5.3.0.jar").toArray(String[]::new);

    assertThat(counts(jars).total()).isEqualTo(313);
  }

  @Test
  void each_entering_site_of_all_libraries_has_exactly_one_decision() {
    ScanResult result = scan(JARS.toString());

    assertThat(result.libraries())
        .extracting(found -> found.library().nameAndVersion())
        .contains("HikariCP 3.4.5", "tomcat-embed-core 9.0.38", "postgresql 42.2.16");
    SiteCounts all = result.totals();
    assertThat(all.converted() + all.decidedAtRunTime() + all.keptNative()).isEqualTo(all.total());
  }

  private SiteCounts counts(String... jars) {
    ScanResult result =
        scan(
            List.of(jars).stream().map(jar -> JARS.resolve(jar).toString()).toArray(String[]::new));
    assertThat(result.incomplete()).noneMatch(Gap::isUnreadable);
    assertThat(result.libraries()).hasSize(jars.length);
    return result.totals();
  }

  private ScanResult scan(String... inputs) {
    return scanner.scan(List.of(inputs));
  }
}
