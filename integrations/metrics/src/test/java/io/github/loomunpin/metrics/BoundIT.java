// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.metrics.Exposition.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with more sites that pin than are told apart. */
class BoundIT {

  private static final int SITES = 60;

  /** As docs/fleet.md says. */
  private static final int MOST_SITES = 50;

  /** When more pins than these are of other sites, each site has pinned. */
  private static final int NOT_TOLD_APART = 2 * (SITES - MOST_SITES + 1);

  private static final int MOST_SERIES = 120;

  private static final String COUNT = "jvm_threads_virtual_pinned_seconds_count";

  @TempDir private Path folder;

  @Test
  void there_are_never_more_series_than_that_whatever_pins() throws Exception {
    compileMany();
    try (ShopJvm shop = ShopJvm.withJmxExporter("mode=detect", folder, "Many")) {
      Exposition exposition = shop.awaitExport(e -> e.value(COUNT, "site=other") > NOT_TOLD_APART);

      Set<String> sites = new TreeSet<>();
      for (Sample sample : exposition.samples()) {
        if (sample.name().equals(COUNT)) {
          sites.add(sample.labels().get("site"));
        }
      }
      // The agent hears of pins a moment after the start, so any of them may be the first.
      assertThat(sites)
          .hasSize(MOST_SITES)
          .contains("other")
          .allMatch(site -> site.equals("other") || site.matches("Many\\$Site\\d+\\.pin"));
      assertThat(exposition.samples()).hasSizeLessThan(MOST_SERIES);
    }
  }

  private void compileMany() throws Exception {
    StringBuilder source = new StringBuilder("public class Many {\n");
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < SITES; i++) {
      source.append("  static class Site" + i + " { synchronized void pin() { Many.sleep(); } }\n");
      calls.append("    run(() -> new Site" + i + "().pin());\n");
    }
    source.append(
        """
          static void sleep() {
            try { Thread.sleep(25); } catch (InterruptedException e) { throw new AssertionError(e); }
          }
          static void run(Runnable task) throws Exception { Thread.ofVirtual().start(task).join(); }
          public static void main(String[] args) throws Exception {
            while (true) {
        %s    }
          }
        }
        """
            .formatted(calls));
    Path file = Files.writeString(folder.resolve("Many.java"), source);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "21", "-d", folder + "", file + ""))
        .isZero();
  }
}
