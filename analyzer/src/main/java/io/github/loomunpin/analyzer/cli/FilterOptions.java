// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.scan.SiteFilter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options by which a user sees some of the sites. */
final class FilterOptions {

  @Option(
      names = "--library",
      paramLabel = "GLOB",
      description = "Only libraries of this name, such as 'spring-*'. May be given several times.")
  private List<String> libraries = List.of();

  @Option(
      names = "--grade",
      paramLabel = "GRADE",
      split = ",",
      converter = GradeConverter.class,
      completionCandidates = GradeCandidates.class,
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
    return new SiteFilter(List.copyOf(libraries), Set.copyOf(wanted), nativeOnly, List.copyOf(own));
  }

  boolean needsGrades() {
    return !grades.isEmpty();
  }

  boolean isNone() {
    return libraries.isEmpty() && grades.isEmpty() && !nativeOnly && own.isEmpty();
  }

  private static String spelling(Grade grade) {
    return grade.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static final class GradeCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Grade.values()).map(FilterOptions::spelling).iterator();
    }
  }

  static final class GradeConverter implements ITypeConverter<Grade> {
    @Override
    public Grade convert(String value) {
      return Arrays.stream(Grade.values())
          .filter(grade -> spelling(grade).equalsIgnoreCase(value.strip().replace('_', '-')))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + value + "' is none of " + String.join(", ", new GradeCandidates())));
    }
  }
}
