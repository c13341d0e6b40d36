// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkImagesTest {

  @TempDir private Path folder;
  private Path running;

  @BeforeEach
  void jdks() throws IOException {
    running = jdk("jvm/jdk-25", "25.0.3+9-LTS");
    jdk("jvm/jdk-21", "21.0.8+9-LTS");
    jdk("jvm/jdk-21-old", "21.0.2+13-LTS");
    Files.createDirectories(folder.resolve("jvm/none"));
  }

  @Test
  void a_jdk_beside_the_running_one_is_found_by_its_version() {
    assertThat(find("21.0.2+13-LTS", "", Map.of())).hasValue("jdk-21-old");
    assertThat(find("21.0.8", "", Map.of())).hasValue("jdk-21");
  }

  @Test
  void the_environment_and_the_recording_name_others() throws IOException {
    Path other = jdk("elsewhere", "21.0.5+11");

    assertThat(find("21.0.5+11", "", Map.of("JDK21_HOME", other.toString()))).hasValue("elsewhere");
    assertThat(find("21.0.5+11", other.toString(), Map.of())).hasValue("elsewhere");
  }

  @Test
  void else_one_of_the_same_release_has_to_do() {
    assertThat(find("21.0.1+12", "", Map.of())).hasValue("jdk-21");
    assertThat(find("17.0.1", "", Map.of())).isEmpty();
  }

  @Test
  void where_no_version_is_known_the_recorded_home_has_to_do() {
    String home = folder.resolve("jvm/jdk-21-old").toString();

    assertThat(find("", home, Map.of())).hasValue("jdk-21-old");
  }

  private Optional<String> find(String version, String home, Map<String, String> environment) {
    return new JdkImages(version, home, running.toString(), environment)
        .mostLike()
        .map(found -> found.getFileName().toString());
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = Files.createDirectories(folder.resolve(name));
    String release = "JAVA_RUNTIME_VERSION=\"" + version + "\"\n";
    Files.writeString(home.resolve("release"), release);
    return home;
  }
}
