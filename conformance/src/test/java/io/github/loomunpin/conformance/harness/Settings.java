// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** What the build tells the tests. */
public final class Settings {

  /** The oldest updates of JDK 21 at hand, on which the long form repeats some tests. */
  public static final List<String> OLD_UPDATES = List.of("21.0.2", "21.0.4");

  private Settings() {}

  /** The long form is {@code -Dtorture=long}. */
  public static boolean isLong() {
    return "long".equals(System.getProperty("torture"));
  }

  /** The one scenario to run, whatever form this is: {@code -Dscenario=NAME}. */
  public static Optional<String> onlyScenario() {
    return Optional.ofNullable(System.getProperty("scenario"));
  }

  /** Skips the test where there is no JDK whose monitors pin. */
  public static void assumeJdk21() {
    Assumptions.assumeTrue(
        Jdk.named(21).isPresent(),
        "no JDK 21: run ./verify, or give -Djdk21.home and -Djdk25.home");
  }

  public static Path agentJar() {
    return Path.of(System.getProperty("agent.jar")).normalize();
  }

  /** The build directory of this module. */
  public static Path target() {
    return Path.of(System.getProperty("conformance.target")).toAbsolutePath();
  }

  public static Path module() {
    return target().getParent();
  }

  /** The pages of the documentation that tests make. */
  public static Path evidence() {
    return module().resolveSibling("docs").resolve("evidence");
  }

  /** Where the tests and their children write. */
  public static Path work() {
    return target().resolve("torture");
  }

  /** Where the build copies compilers, agents and containers to. */
  public static Path libraries() {
    return target().resolve("torture-lib");
  }

  /** The jars of one of them. */
  public static List<Path> library(String name) {
    try (Stream<Path> jars = Files.list(libraries().resolve(name))) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the build has not copied " + name, e);
    }
  }

  /** The classes of the programs that children run. */
  public static Path programClasses() {
    return target().resolve("classes");
  }

  /** The torture programs and what they need, as a class path. */
  public static String programs() {
    return ClassPathArgument.of(
        List.of(programClasses(), ClassPathArgument.entry(org.objectweb.asm.ClassWriter.class)));
  }
}
