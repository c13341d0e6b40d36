// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.Compiled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what code scanning knows a result again. */
class FingerprintTest extends CommandTest {

  private static final String HEAD =
      """
      // a/Cache.java
      package a;
      class Cache {
      """;

  private static final String METHODS =
      """
        synchronized void load(String name) throws Exception { Thread.sleep(1); }
        synchronized void load(Object key) throws Exception { Thread.sleep(1); }
        void put(Object lock) throws Exception {
          synchronized (lock) { Thread.sleep(1); }
          synchronized (lock) { Thread.sleep(2); }
        }
        Runnable later() {
          return () -> { synchronized (this) { load(); } };
        }
        void load() { try { Thread.sleep(1); } catch (InterruptedException e) { return; } }
        static { new Cache().load(); }
      }
      """;

  @TempDir private Path directory;

  @Test
  void stay_when_the_same_source_is_compiled_again_or_has_moved() throws IOException {
    List<String> first = of("first", HEAD + METHODS);

    assertThat(first).hasSize(6).doesNotHaveDuplicates();
    assertThat(of("again", HEAD + METHODS)).isEqualTo(first);
    String more = "  Runnable early() { return () -> hashCode(); }\n\n  // moved\n";
    assertThat(of("moved", HEAD + more + METHODS)).isEqualTo(first);
  }

  /** The fingerprints without the name of the folder, which is the library here. */
  private List<String> of(String folder, String source) throws IOException {
    clear();
    Path classes = Compiled.in(directory.resolve(folder), source);
    assertExit(0, "scan", classes.toString(), "--format", "sarif");
    List<String> found = new ArrayList<>();
    for (JsonNode result : new ObjectMapper().readTree(out.toString()).at("/runs/0/results")) {
      String all = result.at("/partialFingerprints/loomUnpinSite~1v1").asText();
      found.add(all.substring(all.indexOf(':') + 1));
    }
    return found.stream().sorted().toList();
  }
}
