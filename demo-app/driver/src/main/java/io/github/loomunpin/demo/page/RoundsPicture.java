// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import io.github.loomunpin.demo.outcome.Quantity;
import java.util.ArrayList;
import java.util.Optional;

/** One endpoint's answers a second as a picture by itself, published and measured. */
public final class RoundsPicture {

  private RoundsPicture() {}

  /** Of the first endpoint for which something was measured; empty if nothing was. */
  public static Optional<String> of(Report report) {
    for (var section : report.sections()) {
      for (var group : section.groups()) {
        if (!group.measured().isEmpty()) {
          return Optional.of(picture(section, group));
        }
      }
    }
    return Optional.empty();
  }

  private static String picture(Report.Section section, Report.Group group) {
    var label = section.experiment().publication().label();
    var bars = new ArrayList<Charts.Bar>();
    for (var line : group.lines()) {
      var here = line.outcome().mean(Quantity.RATE);
      if (here.isEmpty()) {
        continue;
      }
      bars.add(bar(line.run().round().name(), "c0", here.getAsDouble()));
      line.publishedMean(Quantity.RATE)
          .ifPresent(value -> bars.add(bar(label, "published", value)));
    }
    return Charts.alone("Answers a second to " + group.requests(), bars, PageStyle.COLOURS);
  }

  private static Charts.Bar bar(String name, String style, double value) {
    return new Charts.Bar(name, style, value, Quantity.RATE.text(value));
  }
}
