// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.CarrierLoss;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Outlook;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.jfr.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.SiteDocument.AdviceDocument;
import io.github.loomunpin.analyzer.report.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.SiteDocument.LibraryDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The JSON form of a pin report. The component names are the contract. */
record PinDocument(
    String format,
    int formatVersion,
    TallyDocument pins,
    OutlookDocument outlook,
    boolean agentConverted,
    List<RecordingDocument> recordings,
    List<FindingDocument> findings,
    List<UnexplainedDocument> unexplained,
    List<UnpinStepDocument> unpinSet,
    List<CarrierLossDocument> carrierLosses,
    List<String> misfits,
    List<String> notes,
    List<GapDocument> incomplete) {

  private static final int VERSION = 1;

  record CarriersDocument(
      int count, String start, long stepNanos, List<Double> lost, int lossCount, long lossNanos) {
    static CarriersDocument of(CarrierUse use) {
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
    static MemberDocument of(UnpinStep.Member member) {
      return new MemberDocument(
          LibraryDocument.of(member.library()),
          SiteDocument.of(member.site(), member.sourceFile()),
          member.advice().map(AdviceDocument::of).orElse(null));
    }
  }

  record UnpinStepDocument(List<MemberDocument> added, TallyDocument ended, double share) {
    static UnpinStepDocument of(UnpinStep step) {
      return new UnpinStepDocument(
          step.added().stream().map(MemberDocument::of).toList(),
          TallyDocument.of(step.ended()),
          step.share());
    }
  }

  record CarrierHolderDocument(String method, String detail, TallyDocument pins) {}

  record CarrierLossDocument(
      String source,
      String start,
      long nanos,
      int carriers,
      boolean allWaitForLocks,
      List<CarrierHolderDocument> holders) {
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
                          holder.site().map(JavaNames::method).orElse(""),
                          holder.detail(),
                          TallyDocument.of(holder.tally())))
              .toList());
    }
  }

  record ContentionDocument(
      String thread,
      boolean virtual,
      String since,
      String doing,
      FrameDocument caller,
      String waitedAt,
      TallyDocument pins) {
    static List<ContentionDocument> of(List<Contention> contentions) {
      return contentions.stream().map(ContentionDocument::of).toList();
    }

    private static ContentionDocument of(Contention contention) {
      TimeSpan busy = contention.other().busy();
      return new ContentionDocument(
          contention.other().name(),
          contention.other().virtual(),
          busy.isNever() ? "" : busy.start().toString(),
          contention.doing().map(BlockedIn::call).orElse(""),
          contention.doing().flatMap(BlockedIn::caller).map(FrameDocument::of).orElse(null),
          contention.waitedAt().map(JavaNames::method).orElse(""),
          TallyDocument.of(contention.tally()));
    }
  }

  record TallyDocument(long count, long totalNanos, long longestNanos) {
    static TallyDocument of(Tally tally) {
      return new TallyDocument(tally.count(), tally.totalNanos(), tally.longestNanos());
    }
  }

  record OutlookDocument(
      TallyDocument end,
      TallyDocument dependOnObject,
      TallyDocument stay,
      TallyDocument cutOff,
      TallyDocument unknown) {
    static OutlookDocument of(Outlook outlook) {
      return new OutlookDocument(
          TallyDocument.of(outlook.end()),
          TallyDocument.of(outlook.dependOnObject()),
          TallyDocument.of(outlook.stay()),
          TallyDocument.of(outlook.cutOff()),
          TallyDocument.of(outlook.unknown()));
    }
  }

  record EventDocument(String enabled, String threshold, String stackTrace, long count) {
    static EventDocument of(EventStatus status) {
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
    static RecordingDocument of(Recording recording) {
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

  record FrameDocument(
      @JsonProperty("class") String type,
      String method,
      String descriptor,
      int bci,
      int line,
      boolean jdk) {
    static FrameDocument of(Frame frame) {
      return new FrameDocument(
          JavaNames.of(frame.className()),
          frame.method(),
          frame.descriptor(),
          frame.bci(),
          frame.line(),
          frame.jdk());
    }
  }

  record BlockedDocument(String call, FrameDocument caller, TallyDocument pins) {
    static List<BlockedDocument> of(List<BlockedIn> blockedIn) {
      return blockedIn.stream()
          .map(
              blocked ->
                  new BlockedDocument(
                      blocked.call(),
                      blocked.caller().map(FrameDocument::of).orElse(null),
                      TallyDocument.of(blocked.tally())))
          .toList();
    }
  }

  record StackDocument(
      String thread,
      boolean truncated,
      int holderDepth,
      List<Integer> holderDepths,
      List<FrameDocument> frames) {
    static StackDocument of(Stack stack, String thread, int holderDepth, List<Integer> holders) {
      return new StackDocument(
          thread,
          stack.truncated(),
          holderDepth,
          holders,
          stack.frames().stream().map(FrameDocument::of).toList());
    }
  }

  record FindingDocument(
      LibraryDocument library,
      SiteDocument site,
      @JsonInclude(JsonInclude.Include.NON_NULL) AdviceDocument advice,
      String match,
      TallyDocument pins,
      Map<String, TallyDocument> byEvent,
      String first,
      String last,
      long alone,
      long cutOff,
      List<BlockedDocument> blockedIn,
      List<ContentionDocument> heldBy,
      StackDocument longest) {
    static FindingDocument of(Finding finding) {
      return new FindingDocument(
          LibraryDocument.of(finding.library()),
          SiteDocument.of(finding.site(), finding.sourceFile()),
          finding.advice().map(AdviceDocument::of).orElse(null),
          finding.match().name(),
          TallyDocument.of(finding.tally()),
          byEvent(finding.byKind()),
          finding.tally().span().start().toString(),
          finding.tally().span().end().toString(),
          finding.alone(),
          finding.cutOff(),
          BlockedDocument.of(finding.blockedIn()),
          ContentionDocument.of(finding.contentions()),
          StackDocument.of(
              finding.sample(), finding.thread(), finding.sampleDepth(), finding.sampleHolders()));
    }

    private static Map<String, TallyDocument> byEvent(Map<PinKind, Tally> byKind) {
      Map<String, TallyDocument> byEvent = new LinkedHashMap<>();
      new TreeMap<>(byKind)
          .forEach((kind, tally) -> byEvent.put(kind.event(), TallyDocument.of(tally)));
      return byEvent;
    }
  }

  record UnexplainedDocument(
      String reason,
      String detail,
      TallyDocument pins,
      List<BlockedDocument> blockedIn,
      List<ContentionDocument> waitedFor,
      StackDocument longest) {
    static UnexplainedDocument of(Unexplained unexplained) {
      return new UnexplainedDocument(
          unexplained.reason().name(),
          unexplained.detail(),
          TallyDocument.of(unexplained.tally()),
          BlockedDocument.of(unexplained.blockedIn()),
          ContentionDocument.of(unexplained.contentions()),
          StackDocument.of(unexplained.sample(), unexplained.thread(), -1, List.of()));
    }
  }

  static PinDocument of(PinReport report) {
    return new PinDocument(
        "loom-unpin/pins",
        VERSION,
        TallyDocument.of(report.total()),
        OutlookDocument.of(report.outlook()),
        report.agentConverted(),
        PinSummary.recordingsOf(report).stream().map(RecordingDocument::of).toList(),
        report.findings().stream().map(FindingDocument::of).toList(),
        report.unexplained().stream().map(UnexplainedDocument::of).toList(),
        report.unpinSteps().stream().map(UnpinStepDocument::of).toList(),
        report.carrierLosses().stream().map(CarrierLossDocument::of).toList(),
        report.misfits(),
        report.notes(),
        report.incomplete().stream().map(GapDocument::of).toList());
  }
}
