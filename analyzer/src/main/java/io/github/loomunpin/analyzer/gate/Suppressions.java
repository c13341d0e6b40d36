// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.rules.mode.NameGlobs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sites that do not fail a build, each line of a file with a reason and perhaps an end. */
public final class Suppressions {

  /** The suppressions if there is no file. */
  public static final Suppressions NONE = new Suppressions(List.of());

  private static final Pattern LINE =
      Pattern.compile("(\\S+)(?:\\s+until\\s+(\\S+))?\\s+because\\s+(\\S.*)");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}");
  private static final String FORM =
      "not of the form  CLASS[#METHOD] [until YYYY-MM-DD] because REASON";

  /**
   * @param what class globs with a method behind {@code #}, or the id of a site
   * @param until the last day
   */
  public record Suppression(int line, String what, Optional<LocalDate> until, String reason) {

    String text() {
      return reason + until.map(day -> " (until " + day + ")").orElse("");
    }

    boolean hasEnded(LocalDate today) {
      return until.isPresent() && until.get().isBefore(today);
    }

    boolean matches(GatedPlace found) {
      if (ID.matcher(what).matches() && found.id().equals(what)) {
        return true;
      }
      int hash = what.indexOf('#');
      String type = hash < 0 ? what : what.substring(0, hash);
      String method = hash < 0 ? "*" : what.substring(hash + 1);
      return NameGlobs.parse(type).matches(found.owner())
          && (method.equals("*") || method.equals(found.method()));
    }
  }

  private final List<Suppression> all;

  private Suppressions(List<Suppression> all) {
    this.all = all;
  }

  /**
   * Reads lines such as {@code org.acme.Cache#get until 2027-01-31 because it only looks up}; those
   * that begin with {@code #} are comments.
   *
   * @throws GateFileException for a line without a reason, or with something that is not a date
   */
  public static Suppressions read(Path file) throws IOException {
    List<Suppression> found = new ArrayList<>();
    List<String> lines = GateLines.of(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        found.add(parse(line, file, i + 1));
      }
    }
    return new Suppressions(List.copyOf(found));
  }

  private static Suppression parse(String line, Path file, int number) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new GateFileException(file, number, FORM);
    }
    try {
      Optional<LocalDate> until = Optional.ofNullable(matcher.group(2)).map(LocalDate::parse);
      return new Suppression(number, matcher.group(1), until, matcher.group(3));
    } catch (DateTimeParseException e) {
      throw new GateFileException(
          file, number, "'" + matcher.group(2) + "' is not a date; " + FORM);
    }
  }

  Optional<Suppression> of(GatedPlace found, LocalDate today) {
    return all.stream().filter(one -> !one.hasEnded(today) && one.matches(found)).findFirst();
  }

  List<Suppression> all() {
    return all;
  }
}
