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
import java.util.Map;
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
  void what_is_not_given_is_told_once() {
    String last = jar("lib/b.jar", "");
    String library = jar("lib/a.jar", "b.jar ../app.jar");
    String app = jar("app.jar", "lib/a.jar lib/gone.jar");
    String other = jar("other.jar", "lib/b.jar");

    assertThat(ManifestClassPaths.notGiven(List.of(app, other)))
        .isEqualTo(Map.of(app, List.of(library, last)));
    assertThat(ManifestClassPaths.notGiven(List.of(other, app)))
        .isEqualTo(Map.of(other, List.of(last), app, List.of(library)));
    assertThat(ManifestClassPaths.notGiven(List.of(app, library)))
        .isEqualTo(Map.of(app, List.of(last)));
    assertThat(ManifestClassPaths.notGiven(List.of(app, other, library, last))).isEmpty();
  }

  @Test
  void what_is_given_by_another_name_is_given() throws IOException {
    String library = jar("lib/a.jar", "");
    String app = jar("app.jar", "lib/a.jar");
    Path link = Files.createSymbolicLink(directory.resolve("link.jar"), Path.of(library));

    assertThat(ManifestClassPaths.notGiven(List.of(app, link.toString()))).isEmpty();
    assertThat(ManifestClassPaths.notGiven(List.of(app, directory + "/./lib/../lib/a.jar")))
        .isEmpty();
  }

  @Test
  void are_told_in_the_way_in_which_the_jar_was_given() {
    jar("lib/a.jar", "");
    Path app = Path.of("").toAbsolutePath().relativize(Path.of(jar("app.jar", "lib/a.jar")));

    assertThat(ManifestClassPaths.notGiven(List.of(app.toString())))
        .containsEntry(app.toString(), List.of(app.resolveSibling("lib/a.jar").toString()));
  }

  @Test
  void of_what_is_no_jar_nothing_is_asked() throws IOException {
    Path text = Files.writeString(directory.resolve("text.jar"), "no jar");

    assertThat(
            ManifestClassPaths.notGiven(
                List.of(text.toString(), directory.toString(), directory + "/none.jar")))
        .isEmpty();
  }
}
