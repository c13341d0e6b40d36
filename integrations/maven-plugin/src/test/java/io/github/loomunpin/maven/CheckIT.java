// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A gate that is closed, in a folder with a blank and an umlaut; each test goes on with it. */
@TestMethodOrder(OrderAnnotation.class)
class CheckIT {

  @TempDir private static Path directory;

  private static RealProject shop;

  @BeforeAll
  static void prepare() throws Exception {
    LocalRepository repository = LocalRepository.of(CheckIT.class);
    boolean hasUmlauts =
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode('ä');
    String name = hasUmlauts ? "mein Geschäft" : "my shop";
    shop = RealProject.copy("shop", directory.resolve(name), repository);
  }

  @Test
  @Order(1)
  void a_project_that_is_not_compiled_gives_no_result() throws Exception {
    Ended ended = shop.maven("loom-unpin:scan");

    assertThat(ended.exitCode()).isOne();
    assertThat(error(ended))
        .endsWith(
            "on project shop: the project is not compiled: put a phase before the goal, as in"
                + " mvn compile loom-unpin:scan -> [Help 1]");
  }

  @Test
  @Order(2)
  void the_failure_names_the_sites_that_closed_the_gate() throws Exception {
    Ended ended = shop.maven("compile", "loom-unpin:check");

    assertThat(ended.exitCode()).isOne();
    assertThat(error(ended)).endsWith("on project shop: --fail-on blocks: 4 sites");
    assertThat(ended.output())
        .containsPattern("\\[ERROR]   \\w{8} blocks: HikariCP 3.4.5: .*HikariPool#shutdown")
        .containsPattern("\\[ERROR]   \\w{8} blocks: shop 1.0: com.acme.Prices#load")
        .contains("MojoFailureException");
  }

  @Test
  @Order(3)
  void it_stays_closed_although_nothing_has_changed_and_annotates_lines() throws Exception {
    Ended ended =
        shop.maven(
            "loom-unpin:check", "-Dloom-unpin.format=github,sarif=target/loom-unpin/scan.sarif");

    assertThat(ended.exitCode()).isOne();
    assertThat(error(ended)).endsWith("--fail-on blocks: 4 sites");
    assertThat(ended.output().lines().filter(line -> line.startsWith("::")).findFirst())
        .hasValueSatisfying(
            first ->
                assertThat(first)
                    .startsWith(
                        "::error file=src/main/java/com/acme/Prices.java,line=14,title=loom-unpin%3A shop 1.0"
                            + "::com.acme.Prices.load (synchronized method, locks this) blocks: "));
    assertThat(ended.output()).contains("\n::error title=loom-unpin%3A HikariCP 3.4.5::");
    assertThat(shop.read("target/loom-unpin/scan.sarif"))
        .contains("\"uri\" : \"src/main/java/com/acme/Prices.java\"")
        .containsPattern("\"version\" : \"\\d+\\.\\d+");
  }

  @Test
  @Order(4)
  void a_wrong_value_is_named_in_one_line() throws Exception {
    Ended ended = shop.maven("loom-unpin:check", "-Dloom-unpin.fail-on=sometimes");

    assertThat(ended.exitCode()).isOne();
    assertThat(error(ended)).contains("must be one of never, any, takes-lock, may-block, blocks");
    assertThat(ended.output()).contains("MojoExecutionException");
  }

  @Test
  @Order(5)
  void it_can_be_skipped() throws Exception {
    assertThat(shop.maven("loom-unpin:check", "-Dloom-unpin.skip").successfully().output())
        .contains("skipped: loom-unpin.skip is set");
  }

  /** The line that says why the build failed. */
  private static String error(Ended ended) {
    return ended
        .output()
        .lines()
        .filter(line -> line.contains("Failed to execute goal"))
        .findFirst()
        .orElse(ended.output());
  }
}
