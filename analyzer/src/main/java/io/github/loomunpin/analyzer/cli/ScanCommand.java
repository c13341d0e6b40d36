// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.cli.OutputOptions.Output;
import io.github.loomunpin.analyzer.gate.Gate;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.scan.SuppressionReasons;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.SiteFilter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer scan}. */
@Command(
    name = "scan",
    description = "Counts the monitors of libraries and shows which of them the agent converts.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:sites that --fail-on asks for",
      "2:wrong usage",
      "3:input that could not be read, in whole or in part",
      "4:internal error, or output that could not be written"
    })
final class ScanCommand implements Callable<Integer> {

  /** A word that no shell changes. */
  private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description =
          "Jars, wars, executable jars, directories, class files, or jrt:/MODULE of the running"
              + " JDK. Archives in archives are opened. Where there are no class files, Java"
              + " sources are read, such as those of a -sources.jar.")
  private List<String> paths = List.of();

  @Mixin private ClassPathOption classPath;

  @Mixin private ReleaseOption release;

  @Option(names = "--sites", description = "List the sites instead of a summary, as text.")
  private boolean listSites;

  @Mixin private GateOptions gateOptions;

  @Mixin private FilterOptions filterOptions;

  @Option(
      names = "--no-paths",
      description = "Only count: do not look for what may block while a monitor is held.")
  private boolean noPaths;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Gate gate = gateOptions.gate(!noPaths);
    Optional<SuppressionReasons> reasons =
        gateOptions.suppresses() ? Optional.of(GateOptions.reasons(gate)) : Optional.empty();
    List<Output<ScanResult>> outputs =
        output.outputs(
            (format, style) ->
                Reports.ofScan(
                    format, style, listSites, typed(), reasons, gateOptions.verdicts(gate)));
    if (filterOptions.needsGrades() && noPaths) {
      throw usage("--grade cannot go without paths");
    }
    ScanResult all = scan();
    ScanResult result = all.only(filterOptions.filter());
    if (result.libraries().isEmpty() && all.totals().total() > 0) {
      output.say("the filters leave none of " + all.totals().total() + " sites");
    }
    gateOptions.check(all);
    output.write(result, outputs);
    boolean unreadable = output.sayUnreadable(result.incomplete());
    if (all.classes() == 0) {
      return ExitCode.UNREADABLE;
    }
    boolean whole = filterOptions.isNone() && !unreadable;
    boolean fails = gateOptions.fails(gate, result, whole, output);
    if (unreadable) {
      return ExitCode.UNREADABLE;
    }
    return fails ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  /** What is scanned, as a shell takes it. */
  private String typed() {
    Stream<String> classPaths =
        classPath.given().stream().flatMap(given -> Stream.of("-cp", given));
    return Stream.concat(paths.stream(), classPaths)
        .map(ScanCommand::quoted)
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private ScanResult scan() {
    List<String> inputs = Stream.concat(paths.stream(), classPath.entries().stream()).toList();
    if (inputs.isEmpty()) {
      throw usage("Missing required parameter: PATH, or -cp PATHS");
    }
    output.protect(inputs);
    ReadOptions forPeople = ReadOptions.DEFAULT.withRelease(release.release());
    ReadOptions options = paths.isEmpty() ? forPeople.asOnClassPath() : forPeople;
    LibraryScanner scanner =
        noPaths ? LibraryScanner.countingOnly(options) : new LibraryScanner(options);
    ScanResult result = output.scan(scanner, telling -> telling.scan(inputs));
    if (result.classes() == 0 && result.incomplete().isEmpty()) {
      output.say(
          "no class files in " + String.join(", ", inputs) + "; DIR/* takes the jars in DIR");
    }
    return result;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** The options by which a user sees some of the sites. */
  static final class FilterOptions {

    @Option(
        names = "--library",
        paramLabel = "GLOB",
        description =
            "Only libraries of this name, such as 'spring-*'. May be given several times.")
    private List<String> libraries = List.of();

    @Option(
        names = "--grade",
        paramLabel = "GRADE",
        split = ",",
        converter = GradeChoices.class,
        completionCandidates = GradeChoices.class,
        description = "Only sites of these grades: ${COMPLETION-CANDIDATES}.")
    private List<Grade> grades = List.of();

    @Option(names = "--native", description = "Only sites that the agent leaves to the JVM.")
    private boolean nativeOnly;

    @Option(
        names = "--own",
        paramLabel = "PACKAGES",
        split = "[,;]",
        description =
            "Only classes of these packages and those below them, such as com.acme,org.acme.")
    private List<String> own = List.of();

    SiteFilter filter() {
      Set<Grade> wanted = EnumSet.noneOf(Grade.class);
      wanted.addAll(grades);
      return new SiteFilter(
          List.copyOf(libraries), Set.copyOf(wanted), nativeOnly, List.copyOf(own));
    }

    boolean needsGrades() {
      return !grades.isEmpty();
    }

    boolean isNone() {
      return libraries.isEmpty() && grades.isEmpty() && !nativeOnly && own.isEmpty();
    }

    static final class GradeChoices extends Choices<Grade> {

      GradeChoices() {
        super(Grade.values(), grade -> grade.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }

      @Override
      Optional<Grade> find(String word) {
        return super.find(word.strip().replace('_', '-'));
      }
    }
  }
}
