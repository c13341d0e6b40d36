// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.setup;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files that the build makes, which are not built here. */
public final class Built {

  /** The agent's jar. */
  public static final Path AGENT = Path.of("agent/target/loom-unpin.jar");

  /** The analyzer's jar. */
  public static final Path ANALYZER = Path.of("analyzer/target/analyzer.jar");

  private Built() {}

  /**
   * Where one is.
   *
   * @throws DemoFailure if it is not built
   */
  public static Path in(Path project, Path artefact) {
    var path = project.resolve(artefact).normalize();
    if (!Files.exists(path)) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT, artefact + " is not built; run mvn -Dquick package");
    }
    return path;
  }
}
