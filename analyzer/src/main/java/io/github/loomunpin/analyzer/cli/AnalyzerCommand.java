// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.report.shared.AnalyzerVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a subcommand: says what there is. {@link Subcommands} has the others. */
@Command(
    name = "analyzer",
    description = "Finds the monitors that pin virtual threads on JDK 21 to 23.",
    mixinStandardHelpOptions = true,
    versionProvider = AnalyzerCommand.Version.class,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL)
final class AnalyzerCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"loom-unpin analyzer " + AnalyzerVersion.text()};
    }
  }
}
