// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The pins of one run, from a report or from its JSON.
 *
 * @param seconds observed; 0 if unknown
 * @param total of all pins; those under several monitors count once
 * @param places by key
 */
public record PinSide(
    double seconds, PinTally total, Map<String, PinnedPlace> places, List<Gap> incomplete) {

  private static final String PINS = "loom-unpin/pins";
  private static final int VERSION = 1;

  /** Without one of these, pins would be missing, and a gate would be open. */
  private static final List<String> EXPECTED =
      List.of("pins", "recordings", "findings", "unexplained");

  private static final String NOT_COMPARED =
      "neither a recording nor the JSON of analyzer report on recordings, which compare takes";

  /** The reasons that come once, as JSON names them. */
  private static final Set<String> SET_ASIDE =
      Arrays.stream(PinReason.values())
          .filter(PinReason::isOfClasses)
          .map(PinReason::name)
          .collect(Collectors.toUnmodifiableSet());

  public static PinSide of(PinReport report) {
    Map<String, PinnedPlace> places = new LinkedHashMap<>();
    Map<String, Set<PinGroup>> pins = new HashMap<>();
    for (Finding finding : report.findings()) {
      MonitorSite site = finding.site();
      // Sites of lambdas may become one place, and one pin may be under several of them.
      Set<PinGroup> known =
          pins.computeIfAbsent(key(site), k -> Collections.newSetFromMap(new IdentityHashMap<>()));
      PinTally more =
          finding.pins().stream()
              .filter(known::add)
              .map(PinGroup::tally)
              .reduce(PinTally.NONE, PinTally::plus);
      String type = java(site.owner());
      Set<String> classes = classes(finding.sample());
      classes.add(type);
      add(
          places,
          new PinnedPlace(
              key(site),
              title(type, site.method(), site.kind().name(), site.operand().describe()),
              finding.library().nameAndVersion(),
              isClassLoading(type),
              classes,
              more));
    }
    for (Unexplained group : report.unexplained()) {
      String reason = group.reason().name();
      add(
          places,
          new PinnedPlace(
              reason + " " + group.detail(),
              group.detail(),
              "",
              SET_ASIDE.contains(reason),
              classes(group.sample()),
              group.tally()));
    }
    double seconds =
        report.observations().stream().mapToDouble(seen -> seen.span().seconds()).sum();
    return new PinSide(seconds, report.total(), places, report.incomplete());
  }

  /** What a JSON report says; a report on dumps and recordings has that of the recordings. */
  public static PinSide read(Path file) {
    try {
      JsonNode json = new ObjectMapper().readTree(Files.readAllBytes(file));
      JsonNode pins =
          json.has("pins") && json.at("/pins").has("findings") ? json.at("/pins") : json;
      if (!pins.path("format").asText("").equals(PINS)) {
        return unreadable(file, NOT_COMPARED);
      }
      if (pins.path("formatVersion").asInt() != VERSION) {
        return unreadable(
            file, "has formatVersion " + pins.path("formatVersion") + ", not " + VERSION);
      }
      if (!EXPECTED.stream().allMatch(pins::has)) {
        return unreadable(file, "is not the whole JSON of a report");
      }
      return of(pins);
    } catch (JsonProcessingException e) {
      return unreadable(file, NOT_COMPARED);
    } catch (IOException e) {
      return unreadable(file, Gap.reason(e));
    }
  }

  private static PinSide unreadable(Path file, String what) {
    return new PinSide(0, PinTally.NONE, Map.of(), List.of(Gap.unreadable(file.toString(), what)));
  }

  private static PinSide of(JsonNode pins) {
    Map<String, PinnedPlace> places = new LinkedHashMap<>();
    for (JsonNode finding : pins.path("findings")) {
      JsonNode site = finding.path("site");
      String type = site.path("class").asText();
      String kind = site.path("kind").asText();
      String operand = site.at("/operand/text").asText();
      String method = site.path("method").asText();
      Set<String> classes = classes(finding);
      classes.add(type);
      String library =
          (finding.at("/library/name").asText() + " " + finding.at("/library/version").asText())
              .strip();
      add(
          places,
          new PinnedPlace(
              PinnedPlace.key(type, method, kind, operand),
              title(type, method, kind, operand),
              library,
              isClassLoading(type),
              classes,
              tally(finding.path("pins"))));
    }
    for (JsonNode group : pins.path("unexplained")) {
      String reason = group.path("reason").asText();
      String detail = group.path("detail").asText();
      add(
          places,
          new PinnedPlace(
              reason + " " + detail,
              detail,
              "",
              SET_ASIDE.contains(reason),
              classes(group),
              tally(group.path("pins"))));
    }
    double seconds = 0;
    for (JsonNode recording : pins.path("recordings")) {
      seconds += recording.path("seconds").asDouble();
    }
    List<Gap> gaps = new ArrayList<>();
    for (JsonNode gap : pins.path("incomplete")) {
      boolean unreadable = gap.path("kind").asText().equals(Gap.Kind.UNREADABLE.name());
      String where = gap.path("where").asText();
      String what = gap.path("what").asText();
      gaps.add(unreadable ? Gap.unreadable(where, what) : Gap.notSaid(where, what));
    }
    return new PinSide(seconds, tally(pins.path("pins")), places, gaps);
  }

  /**
   * Pinned time in each recorded second, in nanoseconds; recordings of unknown length are taken to
   * be one second long.
   */
  public double rate(PinTally tally) {
    return seconds > 0 ? tally.totalNanos() / seconds : tally.totalNanos();
  }

  /** Several runs as one. */
  public PinSide plus(PinSide other) {
    Map<String, PinnedPlace> both = new LinkedHashMap<>(places);
    other.places.values().forEach(place -> add(both, place));
    List<Gap> gaps = new ArrayList<>(incomplete);
    gaps.addAll(other.incomplete);
    return new PinSide(seconds + other.seconds, total.plus(other.total), both, gaps);
  }

  /** Whether nothing of it could be read. */
  public boolean hasNothing() {
    return total.count() == 0 && seconds == 0 && incomplete.stream().anyMatch(Gap::isUnreadable);
  }

  /** Nothing, to add to. */
  public static PinSide none() {
    return new PinSide(0, PinTally.NONE, Map.of(), List.of());
  }

  private static void add(Map<String, PinnedPlace> places, PinnedPlace place) {
    places.merge(place.key(), place, PinnedPlace::plus);
  }

  private static String key(MonitorSite site) {
    return PinnedPlace.key(
        java(site.owner()), site.method(), site.kind().name(), site.operand().describe());
  }

  /** The JDK's own class loaders lock while they load, which happens once for each class. */
  private static boolean isClassLoading(String type) {
    return type.startsWith("jdk.internal.loader.");
  }

  private static String title(String type, String method, String kind, String operand) {
    String at = type + "." + method;
    return switch (kind) {
      case "SYNC_METHOD", "STATIC_SYNC_METHOD" -> at;
      case "BLOCK" -> at + " synchronized (" + operand + ")";
      default -> at + " wait on " + operand;
    };
  }

  private static PinTally tally(JsonNode json) {
    return new PinTally(
        json.path("count").asLong(),
        json.path("totalNanos").asLong(),
        json.path("longestNanos").asLong(),
        TimeSpan.NEVER);
  }

  private static Set<String> classes(Stack stack) {
    Set<String> classes = new TreeSet<>();
    stack.frames().stream().map(Frame::className).map(PinSide::java).forEach(classes::add);
    return classes;
  }

  private static Set<String> classes(JsonNode group) {
    Set<String> classes = new TreeSet<>();
    group.at("/longest/frames").forEach(frame -> classes.add(frame.path("class").asText()));
    return classes;
  }

  private static String java(String internalName) {
    return internalName.replace('/', '.');
  }

  /**
   * What pinned in one run: a site, or what else it was.
   *
   * @param key the same in another run, wherever lines and the numbers of lambdas went
   * @param title for people
   * @param library name and version, empty if it is not a site
   * @param setAside whether it is loading or initialization of classes, which happens once and says
   *     little about a change
   * @param classes binary names of the site's class and of those on the stack of its longest pin
   */
  public record PinnedPlace(
      String key,
      String title,
      String library,
      boolean setAside,
      Set<String> classes,
      PinTally tally) {

    PinnedPlace plus(PinnedPlace other) {
      Set<String> both = new TreeSet<>(classes);
      both.addAll(other.classes);
      return new PinnedPlace(key, title, library, setAside, both, tally.plus(other.tally));
    }

    /** Lambdas and anonymous classes are numbered anew by every compilation. */
    static String key(String type, String method, String kind, String operand) {
      return type.replaceAll("\\$\\d+", "\\$*")
          + "."
          + method.replaceAll("^(lambda\\$.*)\\$\\d+$", "$1\\$*")
          + " "
          + kind
          + " "
          + operand.replaceAll("\\$\\d+", "\\$*");
    }
  }
}
