// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentsTest {

  @TempDir private Path folder;

  @Test
  void what_is_not_given_is_not_there() {
    Arguments arguments =
        new Arguments("scan")
            .option("--own", (String) null)
            .option("--library", (List<String>) null)
            .option("--library", List.of("a", "b"))
            .flag("--sites", false)
            .flag("--verbose", true);

    assertThat(arguments.all())
        .containsExactly("scan", "--library", "a", "--library", "b", "--verbose");
  }

  @Test
  void the_analyzer_reads_them_from_a_file_as_they_are() throws Exception {
    List<String> odd =
        List.of("a b/ä.jar", "'single' \"double\".jar", "c:\\d\\new.jar", "# no comment", "@file");
    Path file = Files.writeString(folder.resolve("args"), scan(odd).text());

    Ended ended =
        Jdk.running()
            .java()
            .classPath(System.getProperty("java.class.path"))
            .main("io.github.loomunpin.analyzer.cli.Main", "@" + file)
            .in(folder)
            .run(Duration.ofMinutes(10));

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.errors().lines())
        .containsAll(
            odd.stream().map(path -> "analyzer: " + path + ": no such file or directory").toList());
  }

  private static Arguments scan(List<String> paths) {
    return new Arguments("scan").operands(paths);
  }
}
