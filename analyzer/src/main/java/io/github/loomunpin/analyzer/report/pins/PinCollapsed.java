// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.ReportWriter;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Pins as collapsed stacks, which tools for flame graphs read: the frames from the outermost in,
 * separated by semicolons, and the pinned time in microseconds.
 */
public final class PinCollapsed implements ReportWriter<PinReport> {

  private static final long NANOS_PER_MICRO = 1_000;

  /**
   * The JVM names a hidden class, as of a lambda, after an address, which is another one in each
   * run.
   */
  private static final Pattern HIDDEN = Pattern.compile("[+./]0x[0-9a-fA-F]+");

  @Override
  public void write(PinReport report, Writer out) throws IOException {
    Map<String, Long> lines = new TreeMap<>();
    for (Observation observation : report.observations()) {
      for (PinGroup pin : observation.pins()) {
        lines.merge(line(pin), pin.tally().totalNanos() / NANOS_PER_MICRO, Long::sum);
      }
    }
    for (Map.Entry<String, Long> line : lines.entrySet()) {
      out.write(line.getKey() + " " + line.getValue() + "\n");
    }
    out.flush();
  }

  private static String line(PinGroup pin) {
    Stack stack = pin.stack();
    StringBuilder line = new StringBuilder(stack.truncated() ? "[cut off];" : "");
    for (int depth = stack.frames().size() - 1; depth >= 0; depth--) {
      var frame = stack.frames().get(depth);
      String type = HIDDEN.matcher(JavaNames.of(frame.className())).replaceFirst("");
      line.append(name(type + "." + frame.method())).append(';');
    }
    return line.append('[').append(pin.kind().event()).append(']').toString();
  }

  /** Blanks and semicolons would end a frame. */
  private static String name(String text) {
    return Printable.of(text).replace(' ', '_').replace(';', ':');
  }
}
