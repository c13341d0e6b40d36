// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Proguard;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.ProcessFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Rewrites popular artifacts of Maven Central and verifies the classes. The short form does that
 * with some artifacts, and compiles and instruments a few; the long form does all with all of
 * artifacts.txt, and with what ProGuard and OpenTelemetry make of them, and writes {@code
 * target/corpus/corpus.md}; with {@code -Dcorpus.update=true} it replaces docs/evidence/corpus.md
 * as well.
 */
class CorpusIT {

  /** ProGuard works on some of these for minutes before it stops for want of their libraries. */
  private static final Set<String> NOT_OPTIMISED =
      Set.of(
          "c3p0",
          "httpclient",
          "jcc",
          "liquibase-core",
          "log4j-core",
          "logback-core",
          "undertow-core");

  private static CorpusResult verified;
  private static CorpusResult compiled;
  private static CorpusResult instrumented;

  /** Null in the short form, which does not make it. */
  private static CorpusResult optimised;

  private static Map<String, String> loaded;
  private static Map<String, String> loadedRewritten;

  @BeforeAll
  static void rewriteEverything() throws Exception {
    Settings.assumeJdk21();
    Path folder = Settings.target().resolve("corpus");
    Files.createDirectories(folder);
    Path repository = Path.of(System.getProperty("maven.repository"));
    List<Artifact> artifacts =
        Artifact.all().stream()
            .filter(artifact -> Settings.isLong() || artifact.inShortForm())
            .toList();
    new MavenFetch(repository, folder.resolve("fetch")).fetch(artifacts);
    Path list = folder.resolve("list.tsv");
    Files.write(
        list,
        artifacts.stream().map(artifact -> artifact + "\t" + artifact.jarIn(repository)).toList());

    TargetJvm jvm = new TargetJvm(Jdk.named(21).orElseThrow(), folder);
    Path some = Settings.isLong() ? list : sampleOf(list, folder);
    try (Lanes lanes = Lanes.sharedForLong()) {
      // What takes longest first.
      List<Lanes.Result<?>> more =
          Settings.isLong() ? beginMore(lanes, jvm, artifacts, repository, list) : List.of();
      var verifying = lanes.begin(() -> jvm.verify(list));
      var instrumenting = lanes.begin(() -> jvm.instrument(some));
      var compiling = lanes.begin(() -> jvm.compile(some, Settings.isLong()));
      verified = verifying.get();
      instrumented = instrumenting.get();
      compiled = compiling.get();
      for (Lanes.Result<?> each : more) {
        each.get();
      }
    }

    if (Settings.isLong()) {
      String page = new CorpusPage(verified, compiled).text();
      Files.writeString(folder.resolve("corpus.md"), page);
      if (Boolean.getBoolean("corpus.update")) {
        Files.writeString(Settings.evidence().resolve("corpus.md"), page);
      }
    }
  }

  private static List<Lanes.Result<?>> beginMore(
      Lanes lanes, TargetJvm jvm, List<Artifact> artifacts, Path repository, Path list) {
    return List.of(
        lanes.begin(
            () -> optimised = jvm.verify(optimisedOf(artifacts, repository, list.getParent()))),
        lanes.begin(() -> loaded = jvm.load(list, false)),
        lanes.begin(() -> loadedRewritten = jvm.load(list, true)));
  }

  @Test
  void every_class_is_rewritten_and_verifies_as_before() {
    assertThat(verified.failures()).isEmpty();
    assertThat(verified.sum().get(Count.VERIFIED)).isPositive();
    // All but those that ask for whole files of other classes.
    assertThat(verified.sum().get(Count.CACHED))
        .isGreaterThanOrEqualTo(verified.sum().get(Count.CLASSES_CHANGED) * 9 / 10);
  }

  /** A few artifacts that stand for the others in the short form. */
  private static Path sampleOf(Path list, Path folder) throws Exception {
    List<String> lines = Files.readAllLines(list);
    List<String> some =
        lines.stream()
            .filter(
                line ->
                    line.contains("tomcat-embed-core")
                        || line.contains(":hsqldb:")
                        // Old compilers of Groovy ended methods with what nothing reaches.
                        || line.contains(":groovy:2.4")
                        // Old compilers made subroutines.
                        || line.contains(":mail:"))
            .toList();
    return Files.write(folder.resolve("sample.tsv"), some);
  }

  @Test
  void every_class_with_the_probes_of_jacoco_verifies_as_before_and_keeps_its_tables() {
    assertThat(instrumented.failures()).isEmpty();
    assertThat(instrumented.sum().get(Count.VERIFIED)).isPositive();
    assertThat(instrumented.sum().get(Count.INSTRUMENTED)).isPositive();
    assertThat(instrumented.sum().get(Count.TABLES_CHECKED)).isPositive();
  }

  @Test
  @Tag("long")
  void every_class_that_opentelemetry_transforms_loads_as_before() {
    Map<String, String> differing = new TreeMap<>(loadedRewritten);
    differing.entrySet().removeAll(loaded.entrySet());
    assertThat(differing).isEmpty();
    assertThat(loadedRewritten).hasSameSizeAs(loaded);
    assertThat(loaded.values()).contains(LoadMain.LINKED + "\t" + LoadMain.INSTRUMENTED);
  }

  /** The artifacts of the short form. */
  private static Path optimisedOf(List<Artifact> all, Path repository, Path folder)
      throws Exception {
    Path into = Files.createDirectories(folder.resolve("optimised"));
    List<String> lines = new ArrayList<>();
    try (Proguard proguard = new Proguard(into)) {
      for (Artifact artifact : all) {
        if (artifact.inShortForm() && !NOT_OPTIMISED.contains(artifact.name())) {
          Path jar = into.resolve(artifact.name() + "-" + artifact.version() + ".jar");
          try {
            proguard.optimise(artifact.jarIn(repository), List.of(), jar);
            lines.add(artifact + "\t" + jar);
          } catch (ProcessFailure e) {
            // ProGuard needs all libraries of some artifacts.
            System.out.println("not optimised: " + artifact);
          }
        }
      }
    }
    return Files.write(into.resolve("list.tsv"), lines);
  }

  @Test
  @Tag("long")
  void every_class_that_proguard_has_optimised_is_rewritten_and_verifies_as_before() {
    assertThat(optimised.failures()).isEmpty();
    assertThat(optimised.counts()).hasSizeGreaterThan(10);
    assertThat(optimised.sum().get(Count.VERIFIED)).isPositive();
  }

  @Test
  void every_method_is_compiled_as_before() {
    assertThat(compiled.surprises()).as("the JVM's rules").isEmpty();
    assertThat(compiled.failures()).isEmpty();
    assertThat(compiled.sum().grownHuge).isEmpty();
    assertThat(compiled.sum().get(Count.COMPILED_C1)).isPositive();
  }

  @ParameterizedTest
  @FieldSource("io.github.loomunpin.conformance.corpus.CorpusPage#NAMED")
  void nearly_every_monitor_that_may_be_converted_is(String library) {
    Counts counts = new Counts();
    verified
        .counts()
        .forEach(
            (artifact, counted) -> {
              if (artifact.name().equals(library)) {
                counts.addAll(counted);
              }
            });

    assertThat(counts.entering()).isPositive();
    assertThat(counts.convertedShareOfSafe()).isGreaterThan(0.95);
  }
}
