// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestClassPathsTest {

  @TempDir private Path directory;

  private String jar(String path, String classPath) {
    String manifest = "Manifest-Version: 1.0\nClass-Path: " + classPath + "\n\n";
    return archive()
        .with("META-INF/MANIFEST.MF", manifest)
        .with("", HasWait.class)
        .writeTo(directory.resolve(path))
        .toString();
  }

  @Test
  void are_followed_as_far_as_they_exist() {
    String last = jar("lib/b c.jar", "");
    String library = jar("lib/a.jar", "b%20c.jar ../app.jar");
    String app = jar("app.jar", "no:where http://host/x.jar lib/a.jar lib/gone.jar b\\c.jar");

    assertThat(ManifestClassPaths.with(List.of(app))).containsExactly(app, library, last);
  }

  @Test
  void what_is_no_jar_brings_nothing() throws IOException {
    Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
    List<String> inputs = List.of(text.toString(), directory.toString(), directory + "/none.jar");

    assertThat(ManifestClassPaths.with(inputs)).isEqualTo(inputs);
  }
}
