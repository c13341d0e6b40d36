// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanGithubTest {

  private static final String SHOP =
      """
      // com/acme/Shop.java
      package com.acme;
      public class Shop {
        public synchronized void close() throws InterruptedException {
          Thread.sleep(100);
        }
        public synchronized int count() {
          return 1;
        }
        public synchronized void ask(java.sql.Statement statement) throws java.sql.SQLException {
          statement.close();
        }
      }
      """;

  @TempDir private Path checkout;

  private ScanResult result;

  @BeforeEach
  void scan() throws IOException {
    Path classes = Compiled.in(checkout.resolve("shop, 100%/target/classes"), SHOP);
    Files.writeString(
        checkout.resolve("shop, 100%/pom.xml"),
        "<project><artifactId>shop</artifactId><version>1</version></project>");
    Path source = checkout.resolve("shop, 100%/src/main/java/com/acme/Shop.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, SHOP);
    result = new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(classes.toString()));
  }

  @Test
  void what_blocks_is_a_warning_beside_its_line_and_what_may_block_a_note() throws IOException {
    assertThat(commands(SiteVerdicts.NONE, checkout))
        .hasSize(2)
        .satisfiesExactly(
            blocks ->
                assertThat(blocks)
                    .startsWith(
                        "::warning file=shop%2C 100%25/src/main/java/com/acme/Shop.java,line=5,"
                            + "title=loom-unpin%3A shop 1::com.acme.Shop.close (synchronized"
                            + " method, locks this) blocks: it sleeps by line 5 > Thread.sleep."),
            mayBlock -> assertThat(mayBlock).startsWith("::notice ").contains("Shop.ask"));
  }

  @Test
  void sources_outside_of_the_checkout_have_no_line_to_stand_beside() throws IOException {
    assertThat(commands(SiteVerdicts.NONE, checkout.resolve("other")))
        .allSatisfy(command -> assertThat(command).doesNotContain("file=").contains(" title="));
  }

  @Test
  void what_closes_a_gate_is_an_error_and_what_it_passes_over_is_not_there() throws IOException {
    SiteVerdicts verdicts =
        verdicts(
            site -> site.site().method().equals("count"),
            site -> site.site().method().equals("close"));

    assertThat(commands(verdicts, checkout))
        .satisfiesExactly(
            mayBlock -> assertThat(mayBlock).startsWith("::notice ").contains("Shop.ask"),
            failing ->
                assertThat(failing)
                    .startsWith("::error ")
                    .contains("Shop.count (synchronized method, locks this) behind: it sleeps"));
  }

  @Test
  void code_scanning_finds_the_sources_in_the_checkout_too() throws IOException {
    SarifResults results = new SarifResults(Optional.empty(), new Checkout(checkout));

    assertThat(result.sites().filter(site -> site.path().isPresent()).map(results::of))
        .isNotEmpty()
        .allSatisfy(
            found ->
                assertThat(found.locations().getFirst().physicalLocation().artifactLocation())
                    .isEqualTo(
                        new SarifDocument.ArtifactLocation(
                            "shop%2C%20100%25/src/main/java/com/acme/Shop.java", "%SRCROOT%")));
  }

  private List<String> commands(SiteVerdicts verdicts, Path root) throws IOException {
    StringWriter out = new StringWriter();
    new ScanGithub(verdicts, new Checkout(root)).write(result, out);
    return out.toString().lines().toList();
  }

  private static SiteVerdicts verdicts(Predicate<ScannedSite> fails, Predicate<ScannedSite> over) {
    return new SiteVerdicts() {
      @Override
      public boolean fails(ScannedSite site) {
        return fails.test(site);
      }

      @Override
      public boolean passesOver(ScannedSite site) {
        return over.test(site);
      }
    };
  }
}
