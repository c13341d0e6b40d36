// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderNamesTest {

  private static final String PARENT =
      "<parent><artifactId>shop-parent</artifactId><version>7</version></parent>";

  @TempDir private Path directory;

  @Test
  void what_maven_compiles_to_is_named_as_its_jar_will_be() throws IOException {
    assertThat(ofMaven("<artifactId>shop</artifactId><version> 1.2 </version>"))
        .isEqualTo("shop 1.2");
  }

  @Test
  void what_a_project_does_not_say_its_parent_says() throws IOException {
    assertThat(ofMaven(PARENT + "<artifactId>shop</artifactId>")).isEqualTo("shop 7");
  }

  @Test
  void dependencies_and_plugins_do_not_name_the_project() throws IOException {
    assertThat(
            ofMaven(
                "<artifactId>shop</artifactId><version>1</version><dependencies><dependency>"
                    + "<artifactId>other</artifactId><version>9</version></dependency>"
                    + "</dependencies>"))
        .isEqualTo("shop 1");
  }

  @Test
  void a_version_that_only_maven_knows_is_none() throws IOException {
    assertThat(ofMaven(PARENT + "<artifactId>shop</artifactId><version>${revision}</version>"))
        .isEqualTo("shop");
  }

  @Test
  void a_project_that_cannot_be_read_leaves_the_folder_its_name() throws IOException {
    assertThat(ofMaven("<artifactId>shop</artifactId")).endsWith("classes");
    assertThat(ofMaven("<artifactId>${name}</artifactId>")).endsWith("classes");
  }

  @Test
  void entities_of_a_project_are_not_followed() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "secret");
    Path classes = Files.createDirectories(directory.resolve("odd/target/classes"));
    Files.writeString(
        directory.resolve("odd/pom.xml"),
        "<!DOCTYPE project [<!ENTITY e SYSTEM '"
            + secret.toUri()
            + "'>]><project><artifactId>&e;</artifactId></project>");

    assertThat(FolderNames.of(classes).name()).isEqualTo(classes.toString());
  }

  @Test
  void what_gradle_compiles_to_is_named_like_the_folder_of_the_project() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("shop/build/classes/java/main"));

    assertThat(FolderNames.of(classes).nameAndVersion()).isEqualTo("shop");
  }

  @Test
  void other_folders_keep_their_names() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("shop/target/classes"));

    assertThat(FolderNames.of(classes).name()).isEqualTo(classes.toString());
    assertThat(FolderNames.of(Path.of("lib/main")).name()).isEqualTo("lib/main");
    assertThat(FolderNames.of(Path.of("/")).name()).isEqualTo("/");
    assertThat(FolderNames.of(Path.of(".")).name()).isEqualTo("analyzer");
  }

  private String ofMaven(String elements) throws IOException {
    Path project = directory.resolve("checkout");
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    Files.writeString(
        project.resolve("pom.xml"),
        "<?xml version='1.0'?><project xmlns='http://maven.apache.org/POM/4.0.0'>"
            + elements
            + "</project>");
    return FolderNames.of(classes).nameAndVersion();
  }
}
