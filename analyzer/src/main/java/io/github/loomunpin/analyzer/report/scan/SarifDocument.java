// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** The part of SARIF 2.1.0 (OASIS) that a scan needs; the component names are the standard's. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record SarifDocument(@JsonProperty("$schema") String schema, String version, List<Run> runs) {

  static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  static final String VERSION = "2.1.0";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Run(
      Tool tool,
      List<Invocation> invocations,
      Map<String, BaseId> originalUriBaseIds,
      String columnKind,
      List<Result> results) {}

  record Tool(Driver driver) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Driver(String name, String version, String informationUri, List<Rule> rules) {}

  record Rule(
      String id,
      Message shortDescription,
      Message fullDescription,
      Help help,
      Configuration defaultConfiguration) {}

  /** What to do; some readers show one, and some the other. */
  record Help(String text, String markdown) {}

  record Configuration(String level) {}

  record Message(String text) {}

  /** A root below which source files are named; where it is on a machine nobody knows. */
  record BaseId(Message description) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Invocation(boolean executionSuccessful, List<Notification> toolExecutionNotifications) {}

  record Notification(String level, Message message) {}

  record Result(
      String ruleId,
      int ruleIndex,
      String level,
      Message message,
      List<Location> locations,
      Map<String, String> partialFingerprints,
      List<CodeFlow> codeFlows,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Suppression> suppressions,
      Map<String, String> properties) {}

  /**
   * @param kind {@code external}: not a comment in the source
   */
  record Suppression(String kind, String status, String justification) {}

  record CodeFlow(List<ThreadFlow> threadFlows) {}

  record ThreadFlow(List<ThreadFlowLocation> locations) {}

  record ThreadFlowLocation(Location location) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Location(
      PhysicalLocation physicalLocation, List<LogicalLocation> logicalLocations, Message message) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record PhysicalLocation(ArtifactLocation artifactLocation, Region region) {}

  record ArtifactLocation(String uri, String uriBaseId) {}

  record Region(int startLine) {}

  record LogicalLocation(String fullyQualifiedName, String kind) {}
}
