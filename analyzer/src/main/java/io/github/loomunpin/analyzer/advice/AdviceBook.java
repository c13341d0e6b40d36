// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import io.github.loomunpin.analyzer.advice.ArtifactAdvice.Version;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows which versions of popular libraries have converted their monitors. */
public final class AdviceBook {

  private static final String FILE = "/loom-unpin/rules/advice.txt";
  private static final Pattern NUMBERS = Pattern.compile("\\d+(?:\\.\\d+)*");

  private final List<ArtifactAdvice> all;

  private AdviceBook(List<ArtifactAdvice> all) {
    this.all = all;
  }

  public static AdviceBook load() {
    try (InputStream in = AdviceBook.class.getResourceAsStream(FILE)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new AdviceBook(AdviceParser.parse(text.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(FILE, e);
    }
  }

  List<ArtifactAdvice> all() {
    return all;
  }

  /**
   * What is known of the monitor of a site, if anything is. Libraries are known by their names, and
   * of an artifact with several lines of development the one with the same major version counts.
   */
  public Optional<Advice> of(Library library, MonitorSite site) {
    return about(library).map(advice -> of(advice, library.version(), site));
  }

  private Optional<ArtifactAdvice> about(Library library) {
    List<ArtifactAdvice> known =
        all.stream().filter(advice -> advice.artifact().equals(library.name())).toList();
    if (known.isEmpty() || numbers(library.version()).length == 0) {
      return Optional.empty();
    }
    int major = numbers(library.version())[0];
    return Optional.of(
        known.stream()
            .filter(one -> numbers(one.checked().name())[0] == major)
            .findFirst()
            .orElse(known.get(known.size() - 1)));
  }

  private static Advice of(ArtifactAdvice advice, String version, MonitorSite site) {
    if (advice.fixed().isEmpty()) {
      boolean isNewer = compare(version, advice.checked().name()) > 0;
      return advice(
          advice,
          Advice.Kind.UNFIXED,
          "no version has converted them, as of "
              + advice.checked().name()
              + (isNewer ? ", which is older than this one" : ""));
    }
    Version fixed = advice.fixed().get();
    if (compare(version, fixed.name()) >= 0) {
      return advice(
          advice,
          Advice.Kind.HAS_FIX,
          "the maintainers converted monitors in "
              + fixed.name()
              + "; this one was left, or is newer");
    }
    String counts =
        " ("
            + advice.checked().sites()
            + " sites in "
            + advice.checked().name()
            + ", "
            + fixed.sites()
            + " in "
            + fixed.name()
            + ")";
    String type = outermost(site.owner());
    return advice.fixes(type, lock(site))
        ? advice(advice, Advice.Kind.FIXED_LATER, "fixed in " + fixed.name() + counts)
        : advice(
            advice,
            Advice.Kind.STAYS,
            fixed.name()
                + " converted other monitors, but not "
                + (advice.remaining(type).isEmpty() ? "those of this class" : "this one")
                + counts);
  }

  private static Advice advice(ArtifactAdvice advice, Advice.Kind kind, String text) {
    return new Advice(
        kind,
        kind == Advice.Kind.UNFIXED ? Optional.empty() : advice.fixed().map(Version::name),
        text + advice.note().map(note -> "; " + note).orElse(""),
        advice.source());
  }

  /** What a site locks, without its type: {@code this}, the name of a field or a class. */
  static String lock(MonitorSite site) {
    return site.operand().describe().split(": ")[0];
  }

  /** The binary name of the class that is not nested. */
  static String outermost(String owner) {
    String name = owner.replace('/', '.');
    int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** By the numbers in front; qualifiers such as {@code .Final} or {@code .jre11} do not count. */
  static int compare(String one, String other) {
    return Arrays.compare(numbers(one), numbers(other));
  }

  private static int[] numbers(String version) {
    Matcher matcher = NUMBERS.matcher(version);
    return matcher.lookingAt()
        ? Arrays.stream(matcher.group().split("\\."))
            .mapToInt(digits -> digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits))
            .toArray()
        : new int[0];
  }
}
