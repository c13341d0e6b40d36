// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.explain.Explainer;
import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.explain.SourceFinder;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer explain}. */
@Command(
    name = "explain",
    description = {
      "Explains everything about one site: its code, what can block under its monitor and by which"
          + " path, what else locks the same, what the agent does, and which version has fixed it.",
      "",
      "  analyzer explain LruCache#borrow postgresql-42.7.8.jar"
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "2:wrong usage, no such site, or several of that name",
      "3:input that could not be read, in whole or in part",
      "4:internal error, or output that could not be written"
    })
final class ExplainCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "SITE",
      description =
          "The id that scan and diff print, class#method, class#method:line, File.java:line, or a"
              + " line of a stack trace. The package may be left out.")
  private String site;

  @Parameters(
      index = "1..*",
      paramLabel = "PATH",
      description = "Jars, directories and everything else that scan reads.")
  private List<String> paths = List.of();

  @Mixin private ClassPathOption classPath;

  @Mixin private ReleaseOption release;

  @Option(
      names = "--maven-repository",
      paramLabel = "DIR",
      defaultValue = "${sys:maven.repo.local:-${sys:user.home}/.m2/repository}",
      description = "Where to look for -sources.jar as well (default: ~/.m2/repository).")
  private Path mavenRepository;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Output<Explanation>> outputs = output.outputs(Reports::ofExplanation);
    if (site.isBlank()) {
      throw new ParameterException(spec.commandLine(), "SITE is empty");
    }
    List<String> inputs = Stream.concat(paths.stream(), classPath.entries().stream()).toList();
    if (inputs.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameter: PATH, or -cp PATHS, to look for it in");
    }
    output.protect(inputs);
    ReadOptions forPeople = ReadOptions.DEFAULT.withRelease(release.release());
    ReadOptions options = paths.isEmpty() ? forPeople.asOnClassPath() : forPeople;
    Explanation explanation = explain(inputs, options);
    output.write(explanation, outputs);
    if (output.sayUnreadable(explanation.incomplete())) {
      return ExitCode.UNREADABLE;
    }
    return switch (explanation) {
      case Explanation.Found found -> ExitCode.CLEAN;
      case Explanation.OtherPin other -> ExitCode.CLEAN;
      case Explanation.Ambiguous ambiguous -> ExitCode.USAGE;
      case Explanation.Unknown unknown -> ExitCode.USAGE;
    };
  }

  private Explanation explain(List<String> inputs, ReadOptions options) {
    Gaps gaps = new Gaps();
    try (ClassPath classes = ClassPath.open(inputs, options, gaps)) {
      return new Explainer(
              output.scan(new LibraryScanner(options), telling -> telling.scan(classes, gaps)),
              new SourceFinder(mavenRepository),
              AdviceBook.load(),
              classes)
          .explain(site);
    }
  }
}
