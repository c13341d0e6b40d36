// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteFilter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FirstScreenTest {

  private static final String POSTGRES =
      System.getProperty("published.jars") + "/postgresql-42.2.16.jar";

  private static final String SHOP =
      """
      import java.sql.*;
      class Shop {
        static class Pool { synchronized void stop() throws Exception { Thread.sleep(9); } }
        static class Cart {
          private final Object lock = new Object();
          void add() throws Exception { synchronized (lock) { Thread.sleep(9); } }
          void more() throws Exception { synchronized (lock) { Thread.sleep(9); } }
        }
        void run(Statement s) throws Exception { new Cart().add(); s.execute(""); }
        void end() throws Exception { new Pool().stop(); }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "MD"})
  void begins_with_the_code_of_the_user_and_ends_with_what_to_run_next(Format format)
      throws IOException {
    String text = written(scan(classes(), POSTGRES), format);

    assertThat(text)
        .containsSubsequence(
            "classes): 2 locks at risk",
            "Shop$Cart.lock",
            "Shop$Pool",
            "With the agent, of ",
            " stay.",
            "classes",
            "postgresql 42.2.16",
            "Fixed: postgresql in 42.6.0.",
            "locks at risk in libraries",
            "org.postgresql.",
            "Next: analyzer explain ");
    assertThat(text).contains("sleeps in add: ");
  }

  @ParameterizedTest
  @EnumSource(names = {"HTML", "SARIF"})
  void other_formats_have_the_same_order(Format format) throws IOException {
    String text = written(scan(classes(), POSTGRES), format);

    List<String> order =
        List.of("Shop$Cart.add", "Shop$Cart.more", "Shop$Pool.stop", "org.postgresql");
    int start = text.indexOf(format == Format.SARIF ? "\"results\"" : "id=\"items\"");
    assertThat(text.substring(start)).containsSubsequence(order);
  }

  @Test
  void code_that_blocks_nowhere_is_said_to() throws IOException {
    String text =
        written(scan(compiled("class Calm { synchronized void m() { } }"), POSTGRES), Format.TEXT);

    assertThat(text)
        .startsWith("Your code (")
        .contains("1 site, of which none was found to block while it holds its monitor.");
  }

  @Test
  void sites_that_stay_are_named() throws IOException {
    String text =
        written(
            scan(
                compiled(
                    "class Db { synchronized native int step(); synchronized void w()"
                        + " throws Exception { Thread.sleep(9); } }")),
            Format.TEXT);

    assertThat(text)
        .contains("of 2 sites that block or may block: 1 ends, 1 stays (")
        .contains(" Db.step).");
  }

  @Test
  void locks_that_are_held_while_another_is_taken_are_listed() throws IOException {
    String takes =
        "import java.util.concurrent.locks.*; class Taker {"
            + " final Lock other = new ReentrantReadWriteLock().writeLock();"
            + " synchronized void take() { other.lock(); } synchronized void look() { } }";

    assertThat(written(scan(compiled(takes)), Format.TEXT))
        .contains("1 site takes another lock while it holds a monitor")
        .containsSubsequence("1 lock is held while another is taken", "takes a lock", "Taker")
        .contains("takes a lock in take: ")
        .contains("Next: analyzer explain ")
        .doesNotContain("No site was found");
    assertThat(written(scan(compiled(takes), POSTGRES), Format.TEXT))
        .contains("to block while it holds its monitor; 1 takes another lock meanwhile.");
    assertThat(written(scan(compiled(takes)), Format.HTML))
        .contains("1 site takes another lock while it holds a monitor");
  }

  @Test
  void only_fixes_of_monitors_at_risk_are_named() throws IOException {
    String other = "class Other { synchronized void m() throws Exception { Thread.sleep(9); } }";
    String both = "class PoolableConnection" + other.substring("class Other".length()) + other;

    assertThat(written(scan(dbcp(other)), Format.TEXT)).doesNotContain("Fixed: ");
    assertThat(written(scan(dbcp(both)), Format.TEXT))
        .contains("Fixed: commons-dbcp2 in 2.12.0, which leaves 1 of 2 sites at risk.");
  }

  /** A version whose next one converted monitors of one class. */
  private String dbcp(String source) throws IOException {
    String classes = compiled("package org.apache.commons.dbcp2; " + source);
    String jar = folder.resolve("commons-dbcp2-2.9.0.jar").toString();
    int failed =
        java.util.spi.ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "--create", "--file", jar, "-C", classes, ".");
    assertThat(failed).isZero();
    return jar;
  }

  @Test
  void a_library_in_which_nothing_blocks_is_not_said_to_be_safe() throws IOException {
    assertThat(written(scan(compiled("class Calm { synchronized void m() { } }")), Format.TEXT))
        .contains("No site was found", "Scan a library together with the code that uses it");
  }

  @Test
  void code_alone_has_no_section_of_its_own() throws IOException {
    assertThat(written(scan(classes()), Format.TEXT))
        .doesNotContain("Your code")
        .contains("2 locks at risk");
  }

  @Test
  void what_the_application_calls_comes_before_what_it_does_not() throws IOException {
    List<LockAtRisk> locks = LockAtRisk.of(scan(classes(), POSTGRES));

    List<LockAtRisk> certain =
        locks.stream()
            .filter(lock -> !lock.own() && lock.worst().path().isPresent())
            .filter(lock -> lock.worst().path().get().guesses().isEmpty())
            .toList();
    assertThat(certain.getFirst().isReached()).isTrue();
    assertThat(certain.getLast().calls()).isGreaterThan(certain.getFirst().calls());
  }

  @Test
  void one_jar_given_twice_is_one() throws IOException {
    Path jar = Path.of(POSTGRES);
    Path copy = Files.copy(jar, folder.resolve(jar.getFileName()));

    assertThat(scan(POSTGRES, copy.toString()).totals()).isEqualTo(scan(POSTGRES).totals());
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "MD", "HTML", "SARIF", "GITHUB", "JSON"})
  void what_pins_without_a_site_is_in_every_format(Format format) throws IOException {
    String text =
        written(
            scan(
                compiled(
                    """
                    import java.util.*;
                    class Once {
                      static final Object HERE = slow();
                      Map<String, Object> all = Collections.synchronizedMap(new HashMap<>());
                      Object get() { return all.computeIfAbsent("a", key -> slow()); }
                      static Object slow() {
                        try { Thread.sleep(9); } catch (InterruptedException e) { }
                        return 1;
                      }
                    }
                    """)),
            format);

    if (format == Format.JSON) {
      assertThat(text).containsSubsequence("CLASS_INITIALIZER", "MAP_FUNCTION");
    } else {
      assertThat(text)
          .contains("A class initializer blocks")
          .contains("A function that a map or collection of the JDK runs may block")
          .containsSubsequence("Once.", "clinit", "Once.get");
    }
    if (format == Format.TEXT) {
      assertThat(text).contains("What else can pin: 2 places, of which 1 ends with the agent");
    }
  }

  @Test
  void what_pins_without_a_site_is_shown_where_no_site_is_selected() throws IOException {
    ScanResult all =
        scan(
            compiled(
                """
                class Once {
                  static final Object HERE = slow();
                  static Object slow() {
                    try { Thread.sleep(9); } catch (InterruptedException e) { }
                    return 1;
                  }
                  synchronized void quick() { }
                }
                """));
    SiteFilter blocking = new SiteFilter(List.of(), Set.of(Grade.BLOCKS), false, List.of());

    assertThat(written(all.only(blocking), Format.TEXT))
        .contains("What else can pin: 1 place", "Once.<clinit>")
        .doesNotContain("No site");
  }

  private String classes() throws IOException {
    return compiled(SHOP);
  }

  private String compiled(String source) {
    return Compiled.in(folder.resolve("classes"), "// Source.java\n" + source).toString();
  }

  private static ScanResult scan(String... inputs) {
    return new LibraryScanner(ReadOptions.DEFAULT).scan(Arrays.asList(inputs));
  }

  private static String written(ScanResult result, Format format) throws IOException {
    StringWriter out = new StringWriter();
    Reports.ofScan(format, new TextStyle(false, false, 200)).orElseThrow().write(result, out);
    return out.toString();
  }
}
