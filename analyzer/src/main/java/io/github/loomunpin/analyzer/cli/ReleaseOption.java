// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option that says which Java runs what is scanned. */
final class ReleaseOption {

  private static final int OLDEST = 8;

  /** Higher ones are mistakes for a long time to come. */
  private static final int NEWEST = 99;

  @Option(
      names = "--release",
      paramLabel = "N",
      defaultValue = "21",
      description =
          "Read multi-release jars, and judge, as Java N does (default: ${DEFAULT-VALUE}).")
  private int release;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  int release() {
    if (release < OLDEST || release > NEWEST) {
      throw new ParameterException(
          spec.commandLine(), "--release takes " + OLDEST + " to " + NEWEST + ", not " + release);
    }
    return release;
  }
}
