// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.DemoFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line behind {@code ./demo}, which calls it with the paths it has found. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Repeats the 2020 experiment; ./demo --help explains.")
public final class DemoCommand implements Callable<Integer> {

  @Mixin private CommonOptions options;

  private DemoCommand() {}

  /** Ends the JVM with the exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var demo = new DemoCommand();
    return new CommandLine(demo)
        .setExecutionExceptionHandler((e, command, parsed) -> demo.options.explain(e));
  }

  @Override
  public Integer call() {
    var progress = options.progress();
    var experiment = Experiments.classic();
    var demo = new Demo(experiment, options.project(), options.jdks(), options.quick(), progress);
    int exitCode = CommonOptions.INTERNAL_ERROR;
    try {
      Files.createDirectories(demo.output());
      // One application starts while another one ends.
      int connections = experiment.application().databaseConnections();
      try (var database = options.database(connections, 2 * connections, progress)) {
        if (!options.awaitBuild()) {
          return CommonOptions.INTERNAL_ERROR;
        }
        var comparison = demo.run(database, options.machine());
        System.out.print(demo.write(comparison));
        exitCode = exitCode(comparison);
        progress.say(lastLine(demo.headline().sentence(comparison.rows())));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return exitCode;
  }

  private static String lastLine(Optional<String> headline) {
    return "target/demo/comparison.html has this table"
        + headline.map(sentence -> "; " + sentence).orElse("");
  }

  private static int exitCode(Comparison comparison) {
    var rows = comparison.rows();
    if (rows.stream().anyMatch(Row.Failed.class::isInstance)) {
      return CommonOptions.INTERNAL_ERROR;
    }
    // Each has said what is missing.
    return rows.stream().anyMatch(Row.Measured.class::isInstance) ? 0 : DemoFailure.UNUSABLE_INPUT;
  }
}
