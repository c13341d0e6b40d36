// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.HeldObject;
import io.github.loomunpin.analyzer.freeze.HeldSite;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.JvmFreeze.Root;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.report.pins.PinDocument;
import io.github.loomunpin.analyzer.report.shared.FrameDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.GapDocument;
import io.github.loomunpin.analyzer.report.shared.SiteDocument.LibraryDocument;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;

/** The JSON form of what thread dumps say. The component names are the contract. */
public record FreezeDocument(
    String format,
    int formatVersion,
    List<JvmDocument> jvms,
    List<String> notes,
    List<GapDocument> incomplete,
    @JsonInclude(JsonInclude.Include.NON_NULL) PinDocument pins) {

  private static final int VERSION = 1;

  record DumpDocument(
      String source,
      String format,
      long pid,
      String time,
      String javaVersion,
      String stillFrom,
      long stillNanos) {
    public static DumpDocument of(ThreadDump dump) {
      return new DumpDocument(
          dump.source(),
          dump.format().name(),
          dump.pid(),
          dump.time().map(LocalDateTime::toString).orElse(""),
          dump.jvm().version(),
          dump.still().map(still -> still.span().start().toString()).orElse(""),
          dump.still().map(still -> still.span().nanos()).orElse(-1L));
    }
  }

  record HeldSiteDocument(LibraryDocument library, SiteDocument site) {
    public static HeldSiteDocument of(HeldSite held) {
      return new HeldSiteDocument(
          LibraryDocument.of(held.library()), SiteDocument.of(held.site(), held.sourceFile()));
    }
  }

  record HeldDocument(
      String kind,
      int depth,
      String evidence,
      String type,
      String identity,
      List<HeldSiteDocument> sites) {
    public static HeldDocument of(HeldObject held) {
      return new HeldDocument(
          held.kind().name(),
          held.depth(),
          held.surety().name(),
          held.type(),
          held.identity(),
          held.site().stream().map(HeldSiteDocument::of).toList());
    }
  }

  record WaitsDocument(
      String kind,
      String what,
      String limit,
      String evidence,
      String identity,
      List<HeldSiteDocument> sites) {
    public static WaitsDocument of(Waits waits) {
      return new WaitsDocument(
          waits.kind().name(),
          waits.what(),
          waits.limit().name(),
          waits.surety().name(),
          waits.identity(),
          waits.sites().stream().map(HeldSiteDocument::of).toList());
    }
  }

  record ThreadDocument(
      long id,
      String name,
      String place,
      String carrier,
      int seen,
      int still,
      List<HeldDocument> holds,
      List<WaitsDocument> waits,
      List<FrameDocument> stack) {
    public static ThreadDocument of(ThreadView thread) {
      return new ThreadDocument(
          thread.thread().id(),
          thread.thread().name(),
          thread.place().name(),
          thread.thread().carrierName(),
          thread.seen(),
          thread.still(),
          thread.holds().stream().map(HeldDocument::of).toList(),
          thread.waits().stream().map(WaitsDocument::of).toList(),
          thread.stack().frames().stream().map(FrameDocument::of).toList());
    }

    public static List<ThreadDocument> of(List<ThreadView> threads) {
      return threads.stream().map(ThreadDocument::of).toList();
    }
  }

  record EdgeDocument(long waiter, long owner, String what, String evidence) {
    public static List<EdgeDocument> of(List<WaitEdge> edges) {
      return edges.stream()
          .map(
              edge ->
                  new EdgeDocument(
                      edge.waiter().thread().id(),
                      edge.owner().thread().id(),
                      edge.what(),
                      edge.surety().name()))
          .toList();
    }
  }

  record RootDocument(long thread, List<Long> direct, List<Long> behind, String evidence) {
    public static RootDocument of(Root root) {
      return new RootDocument(
          root.thread().thread().id(),
          ids(root.direct()),
          ids(root.behind()),
          root.surety().name());
    }

    private static List<Long> ids(List<ThreadView> threads) {
      return threads.stream().map(thread -> thread.thread().id()).toList();
    }
  }

  record JvmDocument(
      String verdict,
      String summary,
      List<DumpDocument> dumps,
      int carriers,
      int taken,
      List<ThreadDocument> pinned,
      List<ThreadDocument> running,
      List<ThreadDocument> holders,
      List<ThreadDocument> ready,
      int unmounted,
      List<EdgeDocument> waits,
      List<RootDocument> roots,
      List<EdgeDocument> circle) {
    public static JvmDocument of(JvmFreeze jvm) {
      return new JvmDocument(
          jvm.verdict().name(),
          FreezeWords.verdict(jvm),
          jvm.dumps().stream().map(DumpDocument::of).toList(),
          jvm.carriers(),
          jvm.taken(),
          ThreadDocument.of(jvm.pinned()),
          ThreadDocument.of(jvm.running()),
          ThreadDocument.of(jvm.holders()),
          ThreadDocument.of(jvm.ready()),
          jvm.unmounted().size(),
          EdgeDocument.of(jvm.edges()),
          jvm.roots().stream().map(RootDocument::of).toList(),
          EdgeDocument.of(jvm.circle()));
    }
  }

  public static FreezeDocument of(StandstillReport result) {
    return new FreezeDocument(
        "loom-unpin/freeze",
        VERSION,
        result.freezes().jvms().stream().map(JvmDocument::of).toList(),
        Stream.of(result.freezes().notes()).flatMap(List::stream).toList(),
        result.freezes().incomplete().stream().map(GapDocument::of).toList(),
        result.pins().map(PinDocument::of).orElse(null));
  }
}
