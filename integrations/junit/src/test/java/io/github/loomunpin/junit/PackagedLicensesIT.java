// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jars that come onto class paths of others: their licenses, and packages of their own. */
class PackagedLicensesIT {

  private static final Path ROOT = Path.of("../..");
  private static final Path AGENT = Path.of(System.getProperty("agent.jar"));

  @Test
  void the_jar_of_the_extension_has_its_licenses_and_packages_of_its_own() throws IOException {
    Path junit = Path.of(System.getProperty("junit.jar"));

    hasLicenses(junit);
    listsAsm(junit);
    assertThat(classes(junit)).allMatch(name -> name.startsWith("io/github/loomunpin/junit/"));
  }

  @Test
  void the_jar_of_the_agent_has_its_licenses_and_packages_of_its_own() throws IOException {
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");

    hasLicenses(AGENT);
    listsAsm(AGENT);
    assertThat(classes(AGENT))
        .allMatch(name -> name.matches("(io/github/loomunpin/|java/lang/\\$Unpin).+"));
  }

  @Test
  void the_jar_to_attach_has_its_licenses() throws IOException {
    Path attached = AGENT.resolveSibling("loom-unpin-attach.jar");
    assumeTrue(Files.exists(attached), "needs the agent's jar");

    hasLicenses(attached);
    assertThat(classes(attached)).isEmpty();
  }

  private static void hasLicenses(Path jar) throws IOException {
    assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(ROOT.resolve("LICENSE")));
    assertThat(text(jar, "META-INF/NOTICE")).isEqualTo(Files.readString(ROOT.resolve("NOTICE")));
  }

  private static void listsAsm(Path jar) throws IOException {
    assertThat(text(jar, "META-INF/licenses/third-party.txt"))
        .contains("ASM (org.ow2.asm)", "asm.txt")
        .doesNotContain("Jackson");
    assertThat(text(jar, "META-INF/licenses/asm.txt")).contains("INRIA, France Telecom");
  }

  private static String text(Path path, String entry) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      assertThat(jar.getEntry(entry)).as("%s in %s", entry, path).isNotNull();
      byte[] bytes = jar.getInputStream(jar.getEntry(entry)).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static List<String> classes(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      return jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();
    }
  }
}
