// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Caller;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.shared.FrameDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.AdviceDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.LibraryDocument;
import io.github.loomunpin.analyzer.report.shared.TallyDocument;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What pinned at one site, in JSON, with the stacks. */
record FindingDocument(
    LibraryDocument library,
    SiteDocument site,
    @JsonInclude(JsonInclude.Include.NON_NULL) AdviceDocument advice,
    String evidence,
    TallyDocument pins,
    Map<String, TallyDocument> byEvent,
    String first,
    String last,
    long alone,
    long cutOff,
    List<String> otherCauses,
    List<BlockedDocument> blockedIn,
    List<CallerDocument> callers,
    List<ContentionDocument> heldBy,
    List<ContentionDocument> notifiedBy,
    StackDocument longest) {

  static FindingDocument of(Finding finding) {
    return new FindingDocument(
        LibraryDocument.of(finding.library()),
        SiteDocument.of(finding.site(), finding.sourceFile()),
        finding.advice().map(AdviceDocument::of).orElse(null),
        finding.surety().name(),
        TallyDocument.of(finding.tally()),
        byEvent(finding.byKind()),
        finding.tally().span().start().toString(),
        finding.tally().span().end().toString(),
        finding.alone(),
        finding.cutOff(),
        finding.otherCauses(),
        BlockedDocument.of(finding.blockedIn()),
        finding.callers().stream().map(CallerDocument::of).toList(),
        ContentionDocument.of(contentions(finding, false)),
        ContentionDocument.of(contentions(finding, true)),
        StackDocument.of(
            finding.sample(), finding.thread(), finding.sampleDepth(), finding.sampleHolders()));
  }

  private static List<Contention> contentions(Finding finding, boolean notified) {
    return finding.contentions().stream()
        .filter(contention -> contention.notified() == notified)
        .toList();
  }

  private static Map<String, TallyDocument> byEvent(Map<PinKind, PinTally> byKind) {
    Map<String, TallyDocument> byEvent = new LinkedHashMap<>();
    new TreeMap<>(byKind)
        .forEach((kind, tally) -> byEvent.put(kind.event(), TallyDocument.of(tally)));
    return byEvent;
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

  record CallerDocument(FrameDocument caller, TallyDocument pins) {
    static CallerDocument of(Caller caller) {
      return new CallerDocument(FrameDocument.of(caller.frame()), TallyDocument.of(caller.tally()));
    }
  }

  record ContentionDocument(
      String thread,
      boolean virtual,
      String since,
      String doing,
      FrameDocument caller,
      String waitedAt,
      String behind,
      boolean perhaps,
      List<String> waitedFor,
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
          contention.waitedAt().map(SiteWords::method).orElse(""),
          contention.behind().map(SiteWords::method).orElse(""),
          contention.perhaps(),
          contention.other().waitedForInTurn().stream().map(OtherThread::name).toList(),
          TallyDocument.of(contention.tally()));
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
}
