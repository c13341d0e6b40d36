// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.correlate.CarrierLoss;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReport.OutlookTally;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.report.shared.SiteDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.AdviceDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.LibraryDocument;
import io.github.loomunpin.analyzer.report.shared.TallyDocument;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The JSON form of a pin report. The component names are the contract. */
public record PinDocument(
    String format,
    int formatVersion,
    String summary,
    TallyDocument pins,
    OutlookDocument outlook,
    boolean agentConverted,
    List<RecordingDocument> recordings,
    List<FindingDocument> findings,
    List<FindingDocument.UnexplainedDocument> unexplained,
    List<UnpinStepDocument> unpinSet,
    List<CarrierLossDocument> carrierLosses,
    List<String> misfits,
    List<String> notes,
    List<GapDocument> incomplete) {

  private static final int VERSION = 1;

  record CarriersDocument(
      int count, String start, long stepNanos, List<Double> lost, int lossCount, long lossNanos) {
    public static CarriersDocument of(CarrierUse use) {
      return new CarriersDocument(
          use.carriers(),
          use.start().toString(),
          use.stepNanos(),
          use.lost().stream().map(lost -> Math.round(lost * 1000) / 1000.0).toList(),
          use.lossCount(),
          use.lossNanos());
    }
  }

  record MemberDocument(
      LibraryDocument library,
      SiteDocument site,
      @JsonInclude(JsonInclude.Include.NON_NULL) AdviceDocument advice) {
    public static MemberDocument of(UnpinStep.Member member) {
      return new MemberDocument(
          LibraryDocument.of(member.library()),
          SiteDocument.of(member.site(), member.sourceFile()),
          member.advice().map(AdviceDocument::of).orElse(null));
    }
  }

  record UnpinStepDocument(List<MemberDocument> added, TallyDocument ended, double share) {
    public static UnpinStepDocument of(UnpinStep step) {
      return new UnpinStepDocument(
          step.added().stream().map(MemberDocument::of).toList(),
          TallyDocument.of(step.ended()),
          step.share());
    }
  }

  record OutlookDocument(
      TallyDocument end,
      TallyDocument dependOnObject,
      TallyDocument stay,
      TallyDocument cutOff,
      TallyDocument unknown) {
    public static OutlookDocument of(OutlookTally outlook) {
      return new OutlookDocument(
          TallyDocument.of(outlook.end()),
          TallyDocument.of(outlook.dependOnObject()),
          TallyDocument.of(outlook.stay()),
          TallyDocument.of(outlook.cutOff()),
          TallyDocument.of(outlook.unknown()));
    }
  }

  record EventDocument(String enabled, String threshold, String stackTrace, long count) {
    public static EventDocument of(EventStatus status) {
      return new EventDocument(
          status.enabled().name(), status.threshold(), status.stackTrace().name(), status.count());
    }
  }

  record RecordingDocument(
      String file,
      int javaRelease,
      String javaVersion,
      double seconds,
      TallyDocument pins,
      long unpinnedWaits,
      int deepestStack,
      CarriersDocument carriers,
      Map<String, EventDocument> events) {
    public static RecordingDocument of(Recording recording) {
      Map<String, EventDocument> events = new LinkedHashMap<>();
      new TreeMap<>(recording.events())
          .forEach((kind, status) -> events.put(kind.event(), EventDocument.of(status)));
      return new RecordingDocument(
          recording.source(),
          recording.jvm().feature(),
          recording.jvm().version(),
          recording.span().seconds(),
          TallyDocument.of(recording.total()),
          recording.unpinnedWaits(),
          recording.deepestStack(),
          CarriersDocument.of(recording.carriers()),
          events);
    }
  }

  public static PinDocument of(PinReport report) {
    return new PinDocument(
        "loom-unpin/pins",
        VERSION,
        PinVerdict.text(report),
        TallyDocument.of(report.total()),
        OutlookDocument.of(report.outlook()),
        report.agentConverted(),
        PinSummary.recordingsOf(report).stream().map(RecordingDocument::of).toList(),
        report.findings().stream().map(FindingDocument::of).toList(),
        report.unexplained().stream().map(FindingDocument.UnexplainedDocument::of).toList(),
        report.unpinSteps().stream().map(UnpinStepDocument::of).toList(),
        report.carrierLosses().stream().map(CarrierLossDocument::of).toList(),
        report.misfits(),
        report.notes(),
        report.incomplete().stream().map(GapDocument::of).toList());
  }

  /** A time without a free carrier, in JSON. */
  record CarrierLossDocument(
      String source,
      String start,
      long nanos,
      int carriers,
      boolean allWaitForLocks,
      List<CarrierHolderDocument> holders) {

    /**
     * @param use a {@link MonitorUse}, empty if no monitor is to blame
     */
    record CarrierHolderDocument(String method, String use, String detail, TallyDocument pins) {}

    static CarrierLossDocument of(CarrierLoss loss) {
      return new CarrierLossDocument(
          loss.source(),
          loss.span().start().toString(),
          loss.span().nanos(),
          loss.carriers(),
          loss.allWaitForLocks(),
          loss.holders().stream()
              .map(
                  holder ->
                      new CarrierHolderDocument(
                          holder.site().map(SiteWords::method).orElse(""),
                          holder.use().map(MonitorUse::name).orElse(""),
                          holder.detail(),
                          TallyDocument.of(holder.tally())))
              .toList());
    }
  }
}
