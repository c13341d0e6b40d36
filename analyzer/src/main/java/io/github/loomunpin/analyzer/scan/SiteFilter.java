// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.NameGlobs;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which sites a user wants to see.
 *
 * @param libraries names, or names and versions, with {@code *} for any text; all if there is none
 * @param grades all if there is none
 * @param nativeOnly whether to leave out what the agent converts, or may
 * @param own classes of which packages, such as {@code com.acme}, and of those below them; all if
 *     there is none
 */
public record SiteFilter(
    List<String> libraries, Set<Grade> grades, boolean nativeOnly, List<String> own) {

  public static final SiteFilter ALL = new SiteFilter(List.of(), Set.of(), false, List.of());

  boolean shows(Library library) {
    String name = library.name();
    String versioned = library.nameAndVersion();
    return libraries.isEmpty()
        || libraries.stream()
            .map(SiteFilter::pattern)
            .anyMatch(glob -> glob.matcher(name).matches() || glob.matcher(versioned).matches());
  }

  private static Pattern pattern(String glob) {
    String regex =
        Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  boolean shows(ScannedSite found) {
    return (grades.isEmpty() || found.site().kind().enters() && grades.contains(found.grade()))
        && (!nativeOnly || found.site().decision().mode() == Mode.NATIVE)
        && (own.isEmpty() || ownClasses().matches(found.site().owner()));
  }

  boolean shows(Hazard hazard) {
    return (grades.isEmpty() || grades.contains(hazard.grade()))
        && (!nativeOnly || !hazard.kind().endsWithAgent())
        && (own.isEmpty() || ownClasses().matches(hazard.owner()));
  }

  private NameGlobs ownClasses() {
    return NameGlobs.parse(
        own.stream()
            .map(name -> name.strip().replaceFirst("\\.?\\**$", "") + ".**")
            .collect(Collectors.joining(";")));
  }
}
