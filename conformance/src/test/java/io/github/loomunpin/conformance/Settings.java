// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.support.process.ClassPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the build tells the harness. */
final class Settings {
  private Settings() {}

  /** The long form is {@code -Dtorture=long}. */
  static boolean isLong() {
    return "long".equals(System.getProperty("torture"));
  }

  static Path agentJar() {
    return Path.of(System.getProperty("agent.jar")).normalize();
  }

  /** The build directory of this module. */
  static Path target() {
    return Path.of(System.getProperty("conformance.target")).toAbsolutePath();
  }

  static Path module() {
    return target().getParent();
  }

  /** Where the harness and its children write. */
  static Path work() {
    return target().resolve("torture");
  }

  /** Where the build copies compilers, agents and containers to. */
  static Path libraries() {
    return target().resolve("torture-lib");
  }

  /** The jars of one of them. */
  static List<Path> library(String name) {
    try (Stream<Path> jars = Files.list(libraries().resolve(name))) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the build has not copied " + name, e);
    }
  }

  /** The torture programs and what they need, as a class path. */
  static String programs() {
    return ClassPath.of(
        List.of(
            target().resolve("test-classes"),
            ClassPath.entry(org.objectweb.asm.ClassWriter.class)));
  }
}
