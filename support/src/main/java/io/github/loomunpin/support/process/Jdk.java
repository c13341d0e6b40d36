// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A JDK to run programs on.
 *
 * @param version its feature version, as 21, or that of an update where the tests want exactly
 *     that, as 21.0.2
 * @param home the folder that has {@code bin}
 */
public record Jdk(String version, Path home) {

  public Jdk(int feature, Path home) {
    this(String.valueOf(feature), home);
  }

  /** The JDK this JVM runs on. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /** The JDK that the build names in the system property {@code jdkN.home}. */
  public static Optional<Jdk> named(int feature) {
    return named(String.valueOf(feature));
  }

  /**
   * The JDK that the build names in the system property {@code jdkVERSION.home}. Maven leaves the
   * placeholder in it when nobody does.
   */
  public static Optional<Jdk> named(String version) {
    String home = System.getProperty("jdk" + version + ".home", "");
    return home.isBlank() || home.startsWith("${")
        ? Optional.empty()
        : Optional.of(new Jdk(version, Path.of(home)));
  }

  /** The feature version, as 21. */
  public int feature() {
    return Runtime.Version.parse(version).feature();
  }

  /** A JVM of this JDK, to be given options and a program. */
  public JavaCommand java() {
    return new JavaCommand(this);
  }

  /** One of the programs in {@code bin}, such as {@code jcmd}. */
  public Program tool(String name, String... arguments) {
    return Program.of(bin(name).toString()).arguments(arguments);
  }

  /** The file of one of the programs in {@code bin}. */
  public Path bin(String name) {
    return home.resolve("bin").resolve(name);
  }

  @Override
  public String toString() {
    return "JDK " + version;
  }
}
