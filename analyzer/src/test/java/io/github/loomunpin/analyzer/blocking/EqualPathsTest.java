// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan says the same each time, although several threads find paths that are equally short. */
class EqualPathsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait()|Thread.sleep(1)",
        "Thread.sleep(1)|wait()",
        "new java.net.Socket(\"a\", 1)|new CountDownLatch(1).await()",
        "new CountDownLatch(1).await()|new java.net.Socket(\"a\", 1)"
      })
  void the_operation_is_taken_that_comes_first_in_the_code(String first, String second)
      throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class App {"
                + " synchronized void m() throws Exception { both(); }"
                + " synchronized void n() throws Exception { single(); }"
                + (" void both() throws Exception { " + first + "; " + second + "; }")
                + (" void single() throws Exception { " + first + "; } }"));

    assertThat(app.path("m")).last().isEqualTo(app.path("n").getLast());
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql-42.2.16.jar", "HikariCP-3.4.5.jar"})
  void two_scans_are_equal_whatever_the_number_of_threads(String jar)
      throws InterruptedException, ExecutionException {
    assertThat(scan(1, jar)).isEqualTo(scan(8, jar));
  }

  @Test
  @Tag("long")
  void two_scans_of_everything_are_equal() throws InterruptedException, ExecutionException {
    assertThat(scan(1, "")).isEqualTo(scan(8, ""));
  }

  private static ScanResult scan(int threads, String jar)
      throws InterruptedException, ExecutionException {
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      return pool.submit(
              () ->
                  new LibraryScanner(ReadOptions.DEFAULT)
                      .scan(List.of(Path.of(System.getProperty("published.jars"), jar).toString())))
          .get();
    }
  }
}
