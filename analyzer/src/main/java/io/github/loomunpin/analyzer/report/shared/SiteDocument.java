// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.util.List;

/** The parts both JSON documents share. The component names are the contract. */
@JsonPropertyOrder({"class", "method", "descriptor", "kind", "bci", "line", "sourceFile"})
public record SiteDocument(
    @JsonProperty("class") String type,
    String method,
    String descriptor,
    String kind,
    int bci,
    int line,
    String sourceFile,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String inlinedFrom,
    OperandDocument operand,
    List<RegionDocument> regions,
    DecisionDocument decision) {

  record OperandDocument(String kind, String type, String name, String text) {
    public static OperandDocument of(Operand operand) {
      return new OperandDocument(
          operand.kind().name(), operand.type(), operand.name(), operand.describe());
    }
  }

  record RegionDocument(int start, int end) {
    public static RegionDocument of(BciRange range) {
      return new RegionDocument(range.start(), range.end());
    }
  }

  record DecisionDocument(String mode, String reason) {
    public static DecisionDocument of(Decision decision) {
      return new DecisionDocument(decision.mode().name(), decision.reason());
    }
  }

  public record LibraryDocument(String name, String version, String path) {
    public static LibraryDocument of(Library library) {
      return new LibraryDocument(library.name(), library.version(), library.path());
    }
  }

  public record GapDocument(String kind, String where, String what) {
    public static GapDocument of(Gap gap) {
      return new GapDocument(gap.kind().name(), gap.where(), gap.what());
    }
  }

  public record AdviceDocument(String kind, String version, String text, String source) {
    public static AdviceDocument of(Advice advice) {
      return new AdviceDocument(
          advice.kind().name(),
          advice.version().orElse(""),
          advice.text(),
          advice.source().orElse(""));
    }
  }

  public static SiteDocument of(MonitorSite site, String sourceFile) {
    return new SiteDocument(
        JavaNames.of(site.owner()),
        site.method(),
        site.descriptor(),
        site.kind().name(),
        site.bci(),
        site.line(),
        sourceFile,
        site.inlinedFrom(),
        OperandDocument.of(site.operand()),
        site.held().stream().map(RegionDocument::of).toList(),
        DecisionDocument.of(site.decision()));
  }
}
