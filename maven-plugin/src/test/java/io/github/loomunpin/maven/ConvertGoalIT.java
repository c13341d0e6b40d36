// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class ConvertGoalIT {

  private static final String OUT = "target/loom-unpin-converted/";

  @TempDir private Path directory;

  private LocalRepository repository;

  @BeforeEach
  void prepare() throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    repository = LocalRepository.of(ConvertGoalIT.class);
  }

  private RealProject shop() throws IOException {
    return RealProject.copy("shop", directory.resolve("shop"), repository);
  }

  private static Ended convert(RealProject project, String... options) throws Exception {
    String[] all =
        Stream.concat(Stream.of("package", "loom-unpin:convert"), Stream.of(options))
            .toArray(String[]::new);
    return project.maven(all);
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static boolean isConverted(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getEntry("META-INF/loom-unpin/proofs") != null;
    }
  }

  @Test
  void the_project_alone_is_converted_by_what_it_depends_on() throws Exception {
    RealProject shop = shop();

    Ended ended = convert(shop, "-Dloom-unpin.class-path=src/*" + File.pathSeparator + "none.jar");
    assertThat(ended.exitCode()).isOne();
    assertThat(ended.output())
        .contains("on project shop: src/* is not converted: it cannot be read", "none.jar is not");

    ended = convert(shop);
    assertThat(ended.successfully().output())
        .contains("[INFO] " + OUT + "shop-1.0.jar: 1 site converted in 1 of 1 class")
        .contains("[INFO]   -javaagent:" + OUT + "loom-unpin.jar");
    assertThat(files(shop.file(OUT))).containsExactly("loom-unpin.jar", "shop-1.0.jar");
    assertThat(convert(shop).successfully().output())
        .contains("nothing has changed since target/loom-unpin/convert.txt was written");
    Files.delete(shop.file(OUT + "shop-1.0.jar"));
    convert(shop).successfully();
    assertThat(shop.file(OUT + "shop-1.0.jar")).exists();
  }

  @Test
  void a_program_is_a_folder_without_what_it_no_longer_needs() throws Exception {
    RealProject shop = shop();
    String asIs = "-Dloom-unpin.as-is=org.slf4j:slf4j-api";

    Ended ended = convert(shop, "-Dloom-unpin.dependencies", asIs, "-Dloom-unpin.output=out");

    assertThat(ended.successfully().output())
        .contains("[INFO] out/lib/HikariCP-3.4.5.jar: 11 sites converted in 6 of 74 classes");
    assertThat(files(shop.file("out")))
        .containsExactly(
            "lib/HikariCP-3.4.5.jar", "lib/slf4j-api-1.7.25.jar", "loom-unpin.jar", "shop-1.0.jar");
    assertThat(isConverted(shop.file("out/lib/HikariCP-3.4.5.jar"))).isTrue();
    assertThat(isConverted(shop.file("out/lib/slf4j-api-1.7.25.jar"))).isFalse();
    Files.writeString(shop.file("out/notes.txt"), "somebody's");

    convert(shop, "-Dloom-unpin.output=out").successfully();
    assertThat(files(shop.file("out")))
        .containsExactly("loom-unpin.jar", "notes.txt", "shop-1.0.jar");
  }

  @Test
  void a_build_that_has_the_goal_makes_a_program_that_the_agent_need_not_rewrite()
      throws Exception {
    RealProject shop = shop();
    Path pom = shop.file("pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom)
            .replace("<goal>check</goal>", "<goal>convert</goal>")
            .replaceFirst(
                "(<goal>convert</goal>\\s+</goals>)",
                "$1<configuration><dependencies>true</dependencies>"
                    + "<asIs>org.slf4j:slf4j-api,com.acme:none</asIs></configuration>"));
    Files.writeString(
        shop.file("src/main/java/com/acme/Main.java"),
        "package com.acme; class Main { public static void main(String[] args) { new Prices(); } }");

    shop.maven("package").successfully();

    assertThat(isConverted(shop.file(OUT + "lib/slf4j-api-1.7.25.jar"))).isFalse();
    Ended ended =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .agent(shop.file(OUT + "loom-unpin.jar"), "strict=true")
            .classPath(List.of(shop.file(OUT + "shop-1.0.jar"), shop.file(OUT + "lib/*")))
            .main("com.acme.Main")
            .run(Duration.ofMinutes(2));
    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    assertThat(ended.errors()).contains("converted ahead: 1 class used");
  }

  @Test
  void what_cannot_be_converted_fails_the_build_with_the_reason() throws Exception {
    RealProject shop = shop();

    Ended unpackaged = shop.maven("compile", "loom-unpin:convert");
    assertThat(unpackaged.exitCode()).isOne();
    assertThat(unpackaged.output())
        .contains(
            "on project shop: shop is not packaged: put a phase before the goal, as in mvn package"
                + " loom-unpin:convert");

    Ended noAgent = convert(shop, "-Dloom-unpin.agent=pom.xml");
    assertThat(noAgent.exitCode()).isOne();
    assertThat(noAgent.output()).contains("pom.xml is no agent of this version");

    Path signed = shop.file("src/main/resources/META-INF/SHOP.SF");
    Files.createDirectories(signed.getParent());
    Files.writeString(signed, "Signature-Version: 1.0\n\n");
    Ended refused = convert(shop);
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.output())
        .contains("shop-1.0.jar is not converted: it is signed")
        .contains("MojoExecutionException");
    convert(shop, "-Dloom-unpin.strip-signatures").successfully();
  }

  @Test
  void modules_are_converted_side_by_side_with_what_other_modules_have_packaged() throws Exception {
    byte[] nothing = new byte[0];
    repository.with("platform", "1", "pom", nothing).with("console", "1", "war", nothing);
    RealProject parts = RealProject.copy("parts", directory.resolve("parts"), repository);

    Ended ended = convert(parts, "-T2", "-Dloom-unpin.dependencies");

    assertThat(ended.successfully().output())
        .contains("nothing to convert: a project of packaging pom has no classes")
        .doesNotContain("not thread-safe", "not marked as thread");
    assertThat(files(parts.file("web/" + OUT)))
        .containsExactly("lib/core-2.0.jar", "lib/texts-2.0.jar", "loom-unpin.jar", "web-2.0.jar");
  }
}
