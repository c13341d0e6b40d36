// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.TestSites;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Lock;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.blocking.Verdicts;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.gate.Gate.Outcome;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteCounts;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 11, 22);

  @TempDir private Path directory;

  @Test
  void each_kind_of_gate_concerns_other_sites() {
    ScanResult result =
        scan(
            "pool",
            Map.of("a", Grade.BLOCKS, "b", Grade.BEHIND, "c", Grade.TAKES_LOCK, "d", Grade.SHORT));

    assertThat(failing(FailOn.ANY, Optional.empty(), result)).containsExactly("a", "b", "c", "d");
    assertThat(failing(FailOn.TAKES_LOCK, Optional.empty(), result)).containsExactly("a", "b", "c");
    assertThat(failing(FailOn.MAY_BLOCK, Optional.empty(), result)).containsExactly("a", "b");
    assertThat(failing(FailOn.BLOCKS, Optional.empty(), result)).containsExactly("a");
    assertThat(failing(FailOn.NATIVE, Optional.empty(), result)).isEmpty();
    assertThat(failing(FailOn.NEVER, Optional.empty(), result)).isEmpty();
  }

  @Test
  void a_known_site_that_got_worse_is_new() throws IOException {
    Baseline known = known(scan("pool", Map.of("a", Grade.MAY_BLOCK, "b", Grade.BLOCKS)));

    ScanResult worse = scan("pool", Map.of("a", Grade.BLOCKS, "b", Grade.MAY_BLOCK));

    assertThat(failing(FailOn.MAY_BLOCK, Optional.of(known), worse)).containsExactly("a");
  }

  @Test
  void what_was_fixed_is_forgotten_and_other_libraries_are_not() throws IOException {
    Baseline known = known(scan("pool", Map.of("a", Grade.BLOCKS, "b", Grade.BLOCKS)));

    Outcome fixed =
        check(FailOn.MAY_BLOCK, Optional.of(known), scan("pool", Map.of("a", Grade.BLOCKS)));
    Outcome elsewhere = check(FailOn.MAY_BLOCK, Optional.of(known), scan("cache", Map.of()));

    assertThat(fixed.forgetful().orElseThrow().size()).isEqualTo(1);
    assertThat(elsewhere.forgetful()).contains(known);
    Baseline better =
        check(FailOn.MAY_BLOCK, Optional.of(known), scan("pool", Map.of("a", Grade.MAY_BLOCK)))
            .forgetful()
            .orElseThrow();
    assertThat(
            failing(FailOn.MAY_BLOCK, Optional.of(better), scan("pool", Map.of("a", Grade.BLOCKS))))
        .containsExactly("a");
  }

  @Test
  void a_baseline_is_text_without_versions_and_lines() throws IOException {
    known(scan("pool", Map.of("a", Grade.BLOCKS, "b", Grade.BEHIND)));

    assertThat(Files.readString(directory.resolve("baseline")))
        .endsWith(
            """

            [pool]
            blocks: org.acme.Pool#a() synchronized method
            behind: org.acme.Pool#b() synchronized method
            """);
  }

  @Test
  void a_line_that_is_none_of_a_baseline_is_named() throws IOException {
    Path file = Files.writeString(directory.resolve("bad"), "[pool]\nblocks org.acme.Pool\n");

    assertThatThrownBy(() -> Baseline.read(file))
        .hasMessage(file + ", line 2: neither [LIBRARY] nor GRADE: SITE");
  }

  private Baseline known(ScanResult result) throws IOException {
    Path file = directory.resolve("baseline");
    check(FailOn.ANY, Optional.empty(), result).now().writeTo(file);
    return Baseline.read(file);
  }

  private static List<String> failing(FailOn failOn, Optional<Baseline> known, ScanResult result) {
    return check(failOn, known, result).failing().stream().map(GatedPlace::method).toList();
  }

  private static Outcome check(FailOn failOn, Optional<Baseline> known, ScanResult result) {
    return new Gate(failOn, known, Suppressions.NONE, TODAY).check(result);
  }

  @Test
  void what_else_pins_is_gated_too() throws IOException {
    ScanResult result =
        compiled(
            """
            // App.java
            import java.util.concurrent.*;
            class App {
              static final Object ONCE = slow();
              final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
              Object get() { return map.computeIfAbsent("a", key -> slow()); }
              static Object slow() {
                try { Thread.sleep(9); } catch (InterruptedException e) { }
                return 1;
              }
            }
            """);

    assertThat(failing(FailOn.ANY, Optional.empty(), result)).containsExactly("<clinit>", "get");
    assertThat(failing(FailOn.MAY_BLOCK, Optional.empty(), result)).contains("<clinit>", "get");
    assertThat(failing(FailOn.BLOCKS, Optional.empty(), result)).containsExactly("<clinit>");
    assertThat(failing(FailOn.NATIVE, Optional.empty(), result)).containsExactly("<clinit>");
    assertThat(failing(FailOn.NEVER, Optional.empty(), result)).isEmpty();
    assertThat(failing(FailOn.NEW, Optional.of(known(result)), result)).isEmpty();
    Path file =
        Files.writeString(
            directory.resolve("suppressions"), "App#get because it is filled at the start\n");
    assertThat(
            new Gate(FailOn.ANY, Optional.empty(), Suppressions.read(file), TODAY)
                .check(result)
                .failing())
        .extracting(GatedPlace::key)
        .containsExactly("App#<clinit> class initializer");
  }

  @Test
  void what_pins_in_a_lambda_is_known_whatever_its_number() throws IOException {
    String before =
        """
        // App.java
        import java.util.concurrent.*;
        class App {
          final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
          void fill() {
            NEW
            Runnable get = () -> map.computeIfAbsent("a", App::slow);
            get.run();
          }
          static Object slow(String key) {
            try { Thread.sleep(9); } catch (InterruptedException e) { }
            return 1;
          }
        }
        """;
    ScanResult old = compiled(before.replace("NEW", ""));
    ScanResult now = compiled(before.replace("NEW", "Runnable more = () -> slow(\"b\");"));

    assertThat(failing(FailOn.ANY, Optional.empty(), old)).containsExactly("lambda$fill$0");
    assertThat(failing(FailOn.ANY, Optional.empty(), now)).containsExactly("lambda$fill$1");
    assertThat(failing(FailOn.NEW, Optional.of(known(old)), now)).isEmpty();
  }

  private ScanResult compiled(String source) {
    Path classes = Compiled.in(directory.resolve("classes"), source);
    return new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(classes.toString()));
  }

  private static ScanResult scan(String library, Map<String, Grade> methods) {
    Map<MonitorSite, Verdict> verdicts = new HashMap<>();
    methods.forEach(
        (method, grade) -> {
          MonitorSite site = TestSites.method("org/acme/Pool", method, "()V");
          verdicts.put(site, new Verdict(grade, Lock.of(site), List.of(), Optional.empty()));
        });
    LibrarySites found =
        new LibrarySites(
            new Library(library, "1." + methods.size(), library + ".jar", false),
            1,
            0,
            methods.isEmpty()
                ? List.of()
                : List.of(TestSites.type(verdicts.keySet().toArray(MonitorSite[]::new))),
            SiteCounts.of(verdicts.keySet().stream()));
    return new ScanResult(21, List.of(found), List.of(), new Verdicts(verdicts, List.of()));
  }
}
