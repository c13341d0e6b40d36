// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A JDK that child JVMs run on. */
record Jdk(int feature, Path home) {

  /** The JDK that the build names by {@code -DjdkN.home}, if it does. */
  static Optional<Jdk> of(int feature) {
    String home = System.getProperty("jdk" + feature + ".home", "");
    Path java = Path.of(home.startsWith("$") ? "" : home, "bin", "java");
    return home.isEmpty() || !Files.isExecutable(java)
        ? Optional.empty()
        : Optional.of(new Jdk(feature, Path.of(home)));
  }

  /** The JDK this JVM runs on, which has a compiler. */
  static Jdk building() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  Path tool(String name) {
    return home.resolve("bin").resolve(name);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
