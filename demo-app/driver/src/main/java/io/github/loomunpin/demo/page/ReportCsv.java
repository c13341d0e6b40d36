// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * All figures for programs: a line for each figure of a run, that of what others published beside
 * that of what was measured here. Units are in the names.
 */
public final class ReportCsv {

  private static final String HEADER =
      "experiment,run,jdk,request,load,figure,published,measured,ratio,state,command\r\n";

  private ReportCsv() {}

  /** As RFC 4180 has it; several values of one figure have a space between them. */
  public static String of(Report report) {
    var csv = new StringBuilder(HEADER);
    for (var section : report.sections()) {
      for (var line : section.lines()) {
        for (var quantity : Quantity.values()) {
          if (quantity == Quantity.RATE || !isEmpty(line, quantity)) {
            csv.append(record(section.experiment().name(), line, quantity)).append("\r\n");
          }
        }
      }
    }
    return csv.toString();
  }

  private static boolean isEmpty(Report.Line line, Quantity quantity) {
    return line.published(quantity).isEmpty() && line.outcome().values(quantity).isEmpty();
  }

  private static String record(String experiment, Report.Line line, Quantity quantity) {
    var run = line.run();
    var ratio = line.ratio(quantity);
    var fields = new ArrayList<String>();
    fields.add(experiment);
    fields.add(run.round().title());
    fields.add(Integer.toString(run.round().jdk()));
    fields.add(run.endpoint().request());
    fields.add(run.endpoint().load().text());
    fields.add(quantity.label());
    fields.add(numbers(line.published(quantity)));
    fields.add(numbers(line.outcome().values(quantity)));
    fields.add(ratio.isPresent() ? number(ratio.getAsDouble()) : "");
    fields.add(state(line.outcome()));
    fields.add(line.command());
    return fields.stream().map(ReportCsv::quoted).collect(Collectors.joining(","));
  }

  private static String state(RunOutcome outcome) {
    var state = outcome.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return outcome.reason().isEmpty() ? state : state + ": " + outcome.reason();
  }

  private static String numbers(List<Double> values) {
    return values.stream().map(ReportCsv::number).collect(Collectors.joining(" "));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value).replaceFirst("\\.?0+$", "");
  }

  private static String quoted(String field) {
    return field.matches("[^\",\r\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
