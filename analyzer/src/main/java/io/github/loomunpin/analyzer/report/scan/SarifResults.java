// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.ArtifactLocation;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.CodeFlow;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Location;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.LogicalLocation;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Message;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.PhysicalLocation;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Region;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Result;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Suppression;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.ThreadFlow;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.ThreadFlowLocation;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.support.text.Printable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sites and hazards as results. */
final class SarifResults {

  /**
   * The name of the fingerprint of a whole result, which stays the same while code moves and
   * libraries are updated.
   */
  private static final String FINGERPRINT = "loomUnpinSite/v1";

  /** The root of the checkout, by the name that the standard proposes. */
  static final String SOURCE_ROOT = "%SRCROOT%";

  /**
   * The sites that a user has set aside; with them every result says whether it is suppressed, as
   * the standard asks.
   */
  private final Optional<SuppressionReasons> reasons;

  private final Checkout checkout;

  SarifResults(Optional<SuppressionReasons> reasons, Checkout checkout) {
    this.reasons = reasons;
    this.checkout = checkout;
  }

  Result of(ScannedSite found) {
    SarifRule rule = SarifRule.of(found.grade());
    BlockingPath path = found.path().orElseThrow();
    Location place =
        new Location(
            physical(
                found.library(), found.site().owner(), found.sourceFile(), found.site().line()),
            logical(found.site().owner(), found.site().method()),
            null);
    return result(
        rule,
        SiteSentence.of(found),
        place,
        found.library().name() + ":" + found.id() + ":" + found.site().descriptor(),
        path,
        reasons.map(asked -> suppressions(asked.reason(found))).orElse(null),
        Map.of(
            "id", found.id(),
            "library", found.library().nameAndVersion(),
            "grade", found.grade().name(),
            "mode", found.site().decision().mode().name()));
  }

  Result of(Hazard hazard) {
    SarifRule rule = SarifRule.of(hazard.kind());
    Step first = hazard.path().steps().getFirst();
    Location place =
        new Location(
            physical(hazard.library(), hazard.owner(), first.sourceFile(), hazard.line()),
            logical(hazard.owner(), hazard.method()),
            null);
    return result(
        rule,
        SiteSentence.of(hazard),
        place,
        hazard.library().name() + ":" + HazardNames.id(hazard),
        hazard.path(),
        reasons.map(asked -> suppressions(asked.reason(hazard))).orElse(null),
        Map.of(
            "id", HazardNames.id(hazard),
            "library", hazard.library().nameAndVersion(),
            "grade", hazard.grade().name()));
  }

  private static List<Suppression> suppressions(Optional<String> reason) {
    return reason.map(why -> new Suppression("external", "accepted", Printable.of(why))).stream()
        .toList();
  }

  private Result result(
      SarifRule rule,
      String text,
      Location place,
      String fingerprint,
      BlockingPath path,
      List<Suppression> suppressions,
      Map<String, String> properties) {
    return new Result(
        rule.id(),
        rule.ordinal(),
        rule.level(),
        new Message(Printable.of(text)),
        List.of(place),
        Map.of(FINGERPRINT, Printable.of(fingerprint)),
        List.of(new CodeFlow(List.of(new ThreadFlow(flow(path))))),
        suppressions,
        new TreeMap<>(properties));
  }

  private List<ThreadFlowLocation> flow(BlockingPath path) {
    return path.steps().stream()
        .map(
            step ->
                new ThreadFlowLocation(
                    new Location(
                        step.sourceFile().isEmpty()
                            ? null
                            : physical(
                                step.library(), step.owner(), step.sourceFile(), step.line()),
                        logical(step.owner(), step.method()),
                        new Message(Printable.of(PathText.step(step))))))
        .toList();
  }

  /** Below the root of the checkout if it is there, else below that of its library's sources. */
  private PhysicalLocation physical(Library library, String owner, String sourceFile, int line) {
    String file = SiteSentence.file(owner, sourceFile);
    ArtifactLocation place =
        checkout
            .path(library, file)
            .map(path -> new ArtifactLocation(uri(path), SOURCE_ROOT))
            .orElseGet(() -> new ArtifactLocation(uri(file), baseId(library)));
    return new PhysicalLocation(place, line < 1 ? null : new Region(line));
  }

  private static List<LogicalLocation> logical(String owner, String method) {
    String name = JavaNames.of(owner) + "." + method;
    return List.of(new LogicalLocation(Printable.of(name), "function"));
  }

  static String baseId(Library library) {
    return Printable.of(library.nameAndVersion());
  }

  private static String uri(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("%2F", "/").replace("+", "%20");
  }
}
