// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Times;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How many carriers were blocked over time, as a drawing within a page. */
final class CarrierChart {

  private static final int WIDTH = 400;
  private static final int HEIGHT = 60;

  /** Of a mark that can still be seen. */
  private static final double THINNEST = 0.5;

  private CarrierChart() {}

  static void write(String source, CarrierUse use, Writer out) throws IOException {
    List<Double> lost = use.lost();
    if (lost.isEmpty() || use.most() == 0) {
      return;
    }
    double top = Math.max(use.most(), use.carriers());
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < lost.size(); i++) {
      double from = (double) WIDTH * i / lost.size();
      double to = (double) WIDTH * (i + 1) / lost.size();
      double y = HEIGHT - HEIGHT * lost.get(i) / top;
      points.append(String.format(Locale.ROOT, "%.2f,%.2f %.2f,%.2f ", from, y, to, y));
    }
    out.write(
        "<figure><figcaption>Blocked carriers over "
            + escape(Times.of(use.stepNanos() * lost.size()))
            + " from "
            + escape(Times.clock(use.start()))
            + ", "
            + escape(source)
            + "</figcaption>\n<svg class=\"carriers\" viewBox=\"0 0 "
            + WIDTH
            + " "
            + HEIGHT
            + "\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\""
            + escape(String.format(Locale.ROOT, "at most %.1f carriers blocked", use.most()))
            + "\"><polygon points=\"0,"
            + HEIGHT
            + " "
            + points
            + WIDTH
            + ","
            + HEIGHT
            + "\"/>");
    losses(use, out);
    if (use.carriers() > 0) {
      String y = String.format(Locale.ROOT, "%.2f", HEIGHT - HEIGHT * use.carriers() / top);
      out.write("<line x1=\"0\" x2=\"" + WIDTH + "\" y1=\"" + y + "\" y2=\"" + y + "\"/>");
    }
    out.write(
        "</svg>\n" + axis(use) + "<p class=\"faint\">" + escape(legend(use)) + "</p></figure>\n");
  }

  /** The longest times in which no carrier was left. */
  private static void losses(CarrierUse use, Writer out) throws IOException {
    double step = (double) WIDTH / (use.stepNanos() * use.lost().size());
    for (CarrierUse.Loss loss : use.longestLosses()) {
      long from = Duration.between(use.start(), loss.span().start()).toNanos();
      out.write(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"%d\"/>",
              from * step,
              Math.max(THINNEST, loss.span().nanos() * step),
              HEIGHT));
    }
  }

  private static String axis(CarrierUse use) {
    long nanos = use.stepNanos() * use.lost().size();
    return "<div class=\"axis faint\"><span>"
        + escape(Times.clock(use.start()))
        + "</span><span>"
        + escape(Times.clock(use.start().plusNanos(nanos)))
        + "</span></div>\n";
  }

  private static String legend(CarrierUse use) {
    boolean whole = use.most() == Math.rint(use.most());
    String most = String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", use.most());
    return use.carriers() == 0
        ? "At most " + most + " were blocked; how many there are is unknown."
        : "At most "
            + most
            + " were blocked of "
            + Counted.of(use.carriers(), "carrier", "carriers")
            + ", which is the line."
            + (use.lossCount() == 0
                ? ""
                : " None was left in the times marked"
                    + (use.longestLosses().size() < use.lossCount() ? ", the longest of " : ", ")
                    + use.lossCount()
                    + " in all.");
  }
}
