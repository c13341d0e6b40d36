// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/** Chooses the JDK that the analyzer runs on: Maven may run on one that is too old for it. */
final class AnalyzerJdk {

  static final int OLDEST = 21;

  private static final String TYPE = "jdk";

  private AnalyzerJdk() {}

  /** The JDK of the project's toolchain, Maven's own, or one of toolchains.xml, in this order. */
  static Jdk of(ToolchainManager toolchains, MavenSession session) throws MojoExecutionException {
    Optional<Jdk> ofBuild =
        Optional.ofNullable(toolchains.getToolchainFromBuildContext(TYPE, session))
            .flatMap(AnalyzerJdk::jdk);
    List<Jdk> others =
        toolchains.getToolchains(session, TYPE, Map.of("version", "[" + OLDEST + ",)")).stream()
            .flatMap(toolchain -> jdk(toolchain).stream())
            .toList();
    return choose(ofBuild, Jdk.running(), others);
  }

  static Jdk choose(Optional<Jdk> ofBuild, Jdk ofMaven, List<Jdk> others)
      throws MojoExecutionException {
    if (ofBuild.filter(AnalyzerJdk::isNewEnough).isPresent()) {
      return ofBuild.get();
    }
    if (isNewEnough(ofMaven)) {
      return ofMaven;
    }
    return others.stream()
        .filter(AnalyzerJdk::isNewEnough)
        .findFirst()
        .orElseThrow(
            () ->
                new MojoExecutionException(
                    "the analyzer needs a JDK "
                        + OLDEST
                        + " or newer, and Maven runs on "
                        + ofMaven
                        + ": set JAVA_HOME to a newer one, or name one in ~/.m2/toolchains.xml"));
  }

  private static boolean isNewEnough(Jdk jdk) {
    return jdk.feature() >= OLDEST;
  }

  private static Optional<Jdk> jdk(Toolchain toolchain) {
    return Optional.ofNullable(toolchain.findTool("java"))
        .map(java -> Path.of(java).getParent().getParent())
        .flatMap(home -> feature(home).map(feature -> new Jdk(feature, home)));
  }

  /** The version that a JDK says of itself; empty if it says none. */
  private static Optional<Integer> feature(Path home) {
    Properties release = new Properties();
    try (Reader text = Files.newBufferedReader(home.resolve("release"))) {
      release.load(text);
      String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Optional.of(Runtime.Version.parse(version).feature());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
