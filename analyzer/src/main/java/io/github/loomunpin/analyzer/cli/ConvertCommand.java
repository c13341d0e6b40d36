// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.JavaClassPath;
import io.github.loomunpin.analyzer.classpath.ManifestClassPaths;
import io.github.loomunpin.analyzer.convert.AgentJar;
import io.github.loomunpin.analyzer.convert.ConversionPlan;
import io.github.loomunpin.analyzer.convert.ConvertException;
import io.github.loomunpin.analyzer.convert.ConvertedJar;
import io.github.loomunpin.analyzer.convert.NotWrittenException;
import io.github.loomunpin.analyzer.report.ConvertText;
import io.github.loomunpin.analyzer.report.TerminalText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer convert}. */
@Command(
    name = "convert",
    description = {
      "Does the agent's work ahead: writes jars that have what the agent makes of their classes.",
      "",
      "The agent takes it from there if it can prove that it would make the same, and rewrites the rest"
          + " as it is loaded. Without the agent the jars run as they were.",
      "  analyzer convert app.jar lib/*.jar -o converted",
      "Run it on the JDK that will run the program (bin/analyzer takes JAVA_HOME)."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all jars were converted",
      "2:wrong usage",
      "3:jars that could not be read or were refused; the others are converted",
      "4:internal error, or output that could not be written"
    })
final class ConvertCommand implements Callable<Integer> {

  /** The first whose monitors pin no more (JEP 491). */
  private static final int NOT_NEEDED = 24;

  @Parameters(
      arity = "1..*",
      paramLabel = "JAR",
      description = "The jars of the program, in the order of its class path; DIR/* as well.")
  private List<String> jars;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description =
          "The folder for the converted jars and loom-unpin.jar; it is made if need be. Jars of"
              + " several folders are put into folders as well.")
  private Path folder;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATHS",
      description =
          "What else is on the program's class path, after these jars, and stays as it is: jars and"
              + " folders as java takes them.")
  private List<String> classPath = List.of();

  @Option(
      names = "--agent",
      paramLabel = "JAR",
      description = "The agent's jar, if it is not beside the analyzer's.")
  private Path agent;

  @Option(
      names = "--strip-signatures",
      description = "Convert signed jars, too, and leave their signatures out.")
  private boolean strip;

  @Option(
      names = {"--force", "--overwrite"},
      description = "Replace files in the folder.")
  private boolean overwrite;

  @Option(
      names = "--verbose",
      description = "Name every class that is left to the agent, and every jar that is missing.")
  private boolean verbose;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    OutputPlace.problemOfFolder(folder)
        .ifPresent(
            problem -> {
              throw usage("cannot write into '" + folder + "': " + problem);
            });
    List<Path> given = paths(jars);
    List<Path> more = paths(classPath);
    try {
      ConversionPlan plan = ConversionPlan.of(given, more, folder, overwrite);
      AgentJar code = AgentJar.find(Optional.ofNullable(agent));
      checkJdk(Runtime.version().feature());
      List<ConvertedJar> converted = convert(code, plan);
      warn(Stream.concat(given.stream(), more.stream()).map(Path::toString).toList());
      return tell(converted, plan.agent());
    } catch (ConvertException e) {
      throw usage(e.getMessage());
    } catch (NotWrittenException e) {
      throw new OutputFailure(e.file(), e.why());
    }
  }

  private List<ConvertedJar> convert(AgentJar code, ConversionPlan plan)
      throws ConvertException, NotWrittenException {
    AtomicInteger begun = new AtomicInteger();
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      return code.convert(
          plan,
          strip,
          jar -> progress.conversion(jar, begun.incrementAndGet(), plan.jars().size()));
    }
  }

  private static List<Path> paths(List<String> given) {
    return given.stream()
        .flatMap(each -> JavaClassPath.entries(each).stream())
        .map(Path::of)
        .distinct()
        .toList();
  }

  /** What is known of one JDK's classes is nothing to another. */
  private void checkJdk(int feature) {
    if (feature >= NOT_NEEDED) {
      throw usage(
          "this is JDK "
              + feature
              + ", on which the agent rewrites nothing; set JAVA_HOME to the JDK 21 to 23 that will run"
              + " the program");
    }
  }

  /** What is missing costs nothing but time at the start, so it is no failure. */
  private void warn(List<String> given) {
    ConvertText.notGiven(ManifestClassPaths.notGiven(given), verbose).forEach(this::say);
  }

  private int tell(List<ConvertedJar> converted, Path agentBeside) {
    PrintWriter out = spec.commandLine().getOut();
    ConvertText.lines(converted, agentBeside, verbose).forEach(out::println);
    boolean complete = true;
    for (ConvertedJar jar : converted) {
      if (jar.refused().isPresent()) {
        complete = false;
        say(jar.given() + " is not converted: " + jar.refused().get());
      }
    }
    return complete ? ExitCode.CLEAN : ExitCode.UNREADABLE;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void say(String line) {
    spec.commandLine().getErr().println("analyzer: " + TerminalText.printable(line));
  }
}
