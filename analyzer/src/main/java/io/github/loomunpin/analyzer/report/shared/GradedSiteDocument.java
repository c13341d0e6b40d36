// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.blocking.Lock;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;

/**
 * A site of a scan with what may happen while its monitor is held. What a site does not have is
 * left out. The component names are the contract.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record GradedSiteDocument(
    String id,
    @JsonUnwrapped SiteDocument site,
    String grade,
    LockDocument lock,
    String blocking,
    List<StepDocument> path,
    List<GuessDocument> guesses,
    List<PathDocument> otherPaths,
    PlaceDocument behind,
    List<String> missing) {

  record LockDocument(String kind, String id, String text) {
    public static LockDocument of(Lock lock) {
      return new LockDocument(lock.kind().name(), lock.id(), lock.text());
    }
  }

  record StepDocument(
      @JsonProperty("class") String type,
      String method,
      String descriptor,
      String sourceFile,
      int line,
      String library) {
    public static StepDocument of(Step step) {
      return new StepDocument(
          JavaNames.of(step.owner()),
          step.method(),
          step.descriptor(),
          step.sourceFile(),
          step.line(),
          step.library().nameAndVersion());
    }
  }

  record GuessDocument(String why, int step, String text) {
    public static GuessDocument of(Guess guess) {
      return new GuessDocument(guess.why().name(), guess.step(), guess.text());
    }
  }

  record PathDocument(String blocking, List<StepDocument> path, List<GuessDocument> guesses) {
    public static PathDocument of(BlockingPath path) {
      return new PathDocument(
          path.kind().name(),
          path.steps().stream().map(StepDocument::of).toList(),
          path.guesses().stream().map(GuessDocument::of).toList());
    }
  }

  record PlaceDocument(
      @JsonProperty("class") String type, String method, String descriptor, int bci, int line) {
    public static PlaceDocument of(MonitorSite site) {
      return new PlaceDocument(
          JavaNames.of(site.owner()), site.method(), site.descriptor(), site.bci(), site.line());
    }
  }

  /** What pins although it is not a site. */
  public record HazardDocument(
      String kind,
      @JsonProperty("class") String type,
      String method,
      String descriptor,
      int line,
      String library,
      String grade,
      String blocking,
      List<StepDocument> path,
      List<GuessDocument> guesses) {
    public static HazardDocument of(Hazard hazard) {
      Library library = hazard.library();
      PathDocument path = PathDocument.of(hazard.path());
      return new HazardDocument(
          hazard.kind().name(),
          JavaNames.of(hazard.owner()),
          hazard.method(),
          hazard.descriptor(),
          hazard.line(),
          library.nameAndVersion(),
          hazard.grade().name(),
          path.blocking(),
          path.path(),
          path.guesses());
    }
  }

  public static GradedSiteDocument of(ScannedSite found) {
    SiteDocument plain = SiteDocument.of(found.site(), found.sourceFile());
    Optional<Verdict> verdict = found.verdict();
    if (verdict.isEmpty()) {
      return new GradedSiteDocument(
          found.id(), plain, "", null, "", List.of(), List.of(), List.of(), null, List.of());
    }
    List<PathDocument> paths = verdict.get().paths().stream().map(PathDocument::of).toList();
    PathDocument shortest =
        paths.isEmpty() ? new PathDocument("", List.of(), List.of()) : paths.get(0);
    return new GradedSiteDocument(
        found.id(),
        plain,
        verdict.get().grade().name(),
        LockDocument.of(verdict.get().lock()),
        shortest.blocking(),
        shortest.path(),
        shortest.guesses(),
        paths.size() < 2 ? List.of() : paths.subList(1, paths.size()),
        verdict.get().behind().map(PlaceDocument::of).orElse(null),
        verdict.get().missing());
  }
}
