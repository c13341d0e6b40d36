// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares with what the javac of this JDK makes of a file that has all that it numbers. */
class JavacNamesTest {

  @TempDir private Path directory;

  @Test
  void classes_and_lambdas_have_the_names_that_javac_gives_them() throws IOException {
    Path source = directory.resolve("src/a/Numbered.java");
    Files.createDirectories(source.getParent());
    try (InputStream in = JavacNamesTest.class.getResourceAsStream("/source/Numbered.java.txt")) {
      Files.copy(in, source);
    }
    Path classes = Files.createDirectory(directory.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
    assertThat(failed).isZero();

    List<String> expected = sites(classes);

    assertThat(sites(directory.resolve("src"))).isEqualTo(expected);
    assertThat(expected).hasSizeGreaterThan(40);
  }

  private static List<String> sites(Path folder) {
    ScanResult result =
        LibraryScanner.countingOnly(ReadOptions.DEFAULT).scan(List.of(folder.toString()));
    assertThat(result.incomplete()).isEmpty();
    return result.libraries().stream()
        .flatMap(found -> found.sites().stream())
        .flatMap(type -> type.sites().stream())
        .map(
            site ->
                site.owner()
                    + "."
                    // The numbers of lambdas differ between versions of javac.
                    + SiteNames.stableMethod(site)
                    + " "
                    + site.kind()
                    + " "
                    + (site.kind().name().endsWith("METHOD") ? "" : site.line())
                    + " "
                    + site.operand().describe())
        .sorted()
        .toList();
  }
}
