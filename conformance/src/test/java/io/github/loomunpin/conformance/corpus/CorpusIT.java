// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Rewrites popular artifacts of Maven Central, some of them or with {@code -Dtorture=long} all of
 * artifacts.txt, and writes {@code target/corpus/corpus.md}; with {@code -Dcorpus.update=true} the
 * long form replaces docs/corpus.md as well.
 */
class CorpusIT {

  private static CorpusResult verified;
  private static CorpusResult compiled;
  private static CorpusResult instrumented;

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
    verified = jvm.verify(list);
    compiled = jvm.compile(list, Settings.isLong());
    instrumented = jvm.instrument(Settings.isLong() ? list : sampleOf(list, folder));

    String page = new CorpusPage(verified, compiled).text();
    System.out.println(page);
    Files.writeString(folder.resolve("corpus.md"), page);
    if (Settings.isLong() && Boolean.getBoolean("corpus.update")) {
      Files.writeString(Settings.docs().resolve("corpus.md"), page);
    }
  }

  @Test
  void every_class_is_rewritten_and_verifies_as_before() {
    assertThat(verified.failures()).isEmpty();
    assertThat(verified.sum().get(Count.VERIFIED)).isPositive();
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

  @Test
  void there_are_at_least_three_hundred_artifacts() throws Exception {
    assertThat(Artifact.all()).hasSizeGreaterThanOrEqualTo(300).doesNotHaveDuplicates();
  }
}
