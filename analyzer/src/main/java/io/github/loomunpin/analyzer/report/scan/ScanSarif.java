// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.report.scan.SarifDocument.BaseId;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Driver;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Invocation;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Message;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Notification;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Result;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Run;
import io.github.loomunpin.analyzer.report.scan.SarifDocument.Tool;
import io.github.loomunpin.analyzer.report.shared.AnalyzerVersion;
import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.LockAtRisk;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What blocks or may block, for code scanning; everything else would only flood it. */
public final class ScanSarif implements ReportWriter<ScanResult> {

  private final Checkout checkout = Checkout.here();
  private final SarifResults results;

  public ScanSarif(Optional<SuppressionReasons> reasons) {
    results = new SarifResults(reasons, checkout);
  }

  @Override
  public void write(ScanResult result, Writer out) throws IOException {
    Json.write(
        new SarifDocument(SarifDocument.SCHEMA, SarifDocument.VERSION, List.of(run(result))), out);
  }

  private Run run(ScanResult result) {
    Stream<Result> sites =
        result
            .sites()
            .filter(site -> site.grade().hasBlockingPath())
            .sorted(LockAtRisk.order(result))
            .map(results::of);
    Stream<Result> hazards = result.hazards().stream().map(results::of);
    List<Result> found = Stream.concat(sites, hazards).toList();
    return new Run(
        new Tool(new Driver("loom-unpin", AnalyzerVersion.text(), "", SarifRule.all())),
        List.of(invocation(result)),
        bases(result),
        "utf16CodeUnits",
        found);
  }

  private Map<String, BaseId> bases(ScanResult result) {
    Map<String, BaseId> bases = new TreeMap<>();
    if (checkout.hasSources()) {
      bases.put(
          SarifResults.SOURCE_ROOT,
          new BaseId(new Message("The root of the repository's checkout")));
    }
    for (LibrarySites found : result.libraries()) {
      bases.put(
          SarifResults.baseId(found.library()),
          new BaseId(new Message("Source files of " + found.library().path())));
    }
    return bases;
  }

  private static Invocation invocation(ScanResult result) {
    List<Notification> notifications =
        Gap.bounded(result.incomplete()).stream()
            .map(
                gap ->
                    new Notification(
                        gap.isUnreadable() ? "error" : "note", new Message(gap.toString())))
            .toList();
    boolean read = result.incomplete().stream().noneMatch(Gap::isUnreadable);
    return new Invocation(read, notifications);
  }
}
