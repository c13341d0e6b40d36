// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static io.github.loomunpin.support.text.Html.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Charts as SVG within a page, whose style sheet gives them their colors: {@code c0} to {@code c8}
 * for series, {@code published} for what others measured.
 */
final class Charts {

  private static final int WIDTH = 460;
  private static final int LINE = 18;
  private static final int BAR = 13;
  private static final int TOP = 28;

  /** That of the style sheet; more series than these share one. */
  private static final int COLOURS = 9;

  private Charts() {}

  /** The class of the color of a series, counted from 0. */
  static String colour(int series) {
    return "c" + series % COLOURS;
  }

  /**
   * A value with its name.
   *
   * @param name stands above it; empty for one that belongs to the bar before it
   * @param style the class of its color
   * @param text the value for people
   */
  record Bar(String name, String style, double value, String text) {

    private int height() {
      return name.isEmpty() ? LINE : 2 * LINE;
    }
  }

  /** A line with its name; {@code style} is the class of its color. */
  record Series(String name, String style, List<double[]> points) {}

  /**
   * The marks of an axis.
   *
   * @param at where they are, on the scale of the values
   * @param names what stands at them
   */
  record Axis(String label, List<Double> at, List<String> names) {

    /** At round values from zero to a little above the greatest. */
    private static Axis upTo(double greatest, String label) {
      double step = Math.pow(10, Math.floor(Math.log10(Math.max(greatest, 1e-3))));
      double mark = greatest / step > 5 ? 2 * step : greatest / step > 2 ? step : step / 2;
      var at = new ArrayList<Double>();
      for (int i = 0; (i - 1) * mark < greatest; i++) {
        at.add(i * mark);
      }
      return new Axis(label, at, at.stream().map(Charts::shortly).toList());
    }

    /**
     * An axis with round values from zero to a little above the greatest of all series, where
     * coordinate 0 is x and 1 is y.
     */
    static Axis of(List<Series> series, int coordinate, String label) {
      return upTo(
          series.stream()
              .flatMap(line -> line.points().stream())
              .mapToDouble(point -> point[coordinate])
              .max()
              .orElse(1),
          label);
    }

    /** Names at equal distances: 0, 1 and so on. */
    static Axis even(List<String> names, String label) {
      var places = IntStream.range(0, names.size()).asDoubleStream().boxed().toList();
      return new Axis(label, places, names);
    }

    double end() {
      return at.getLast();
    }
  }

  /** Bars from left to right, one below the other, all on one scale. */
  static String bars(String title, List<Bar> bars) {
    return figure(title, barsHeight(bars), barsWithin(bars));
  }

  /** The bars as an image by itself, which brings its style. */
  static String alone(String title, List<Bar> bars, String style) {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">
        <style>
        %s</style>
        <text class="title" x="2" y="13">%s</text>
        %s</svg>
        """
        .formatted(
            WIDTH,
            barsHeight(bars),
            WIDTH,
            barsHeight(bars),
            escape(title),
            style,
            escape(title),
            barsWithin(bars));
  }

  private static int barsHeight(List<Bar> bars) {
    return TOP + bars.stream().mapToInt(Bar::height).sum() + 4;
  }

  private static String barsWithin(List<Bar> bars) {
    double greatest = bars.stream().mapToDouble(Bar::value).max().orElse(0);
    int left = 2;
    double room = WIDTH - left - 100;
    var svg = new StringBuilder();
    int y = TOP;
    for (var bar : bars) {
      double width = greatest > 0 ? bar.value() / greatest * room : 0;
      y += bar.height();
      if (!bar.name().isEmpty()) {
        svg.append(text(left, y - LINE - 5, "start", bar.name()));
      }
      int top = y - LINE;
      svg.append(
          "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\"/>\n"
              .formatted(bar.style(), left, top, shortly(Math.max(width, 1)), BAR));
      svg.append(text(left + width + 5, top + 11, "start", bar.text()));
    }
    return svg.toString();
  }

  /** Lines over a common axis, with their names below. */
  static String lines(String title, Axis x, Axis y, List<Series> series) {
    int left = 46;
    int top = 44;
    double width = WIDTH - left - 14;
    double height = 180;
    var svg = new StringBuilder();
    for (int i = 0; i < y.at().size(); i++) {
      double at = top + height - y.at().get(i) / y.end() * height;
      svg.append(rule(left, at, left + width, at));
      svg.append(text(left - 6, at + 4, "end", y.names().get(i)));
    }
    for (int i = 0; i < x.at().size(); i++) {
      double at = left + x.at().get(i) / x.end() * width;
      svg.append(text(at, top + height + 16, "middle", x.names().get(i)));
    }
    svg.append(text(left + width, top + height + 33, "end", x.label()));
    svg.append(text(2, top - 8, "start", y.label()));
    double legend = top + height + 52;
    for (var line : series) {
      svg.append("<polyline class=\"%s\" points=\"".formatted(line.style()));
      for (var point : line.points()) {
        svg.append(shortly(left + point[0] / x.end() * width)).append(',');
        svg.append(shortly(top + height - point[1] / y.end() * height)).append(' ');
      }
      svg.append("\"/>\n");
      svg.append(
          "<rect class=\"%s\" x=\"%d\" y=\"%s\" width=\"13\" height=\"4\"/>\n"
              .formatted(line.style(), left, shortly(legend - 6)));
      svg.append(text(left + 20, legend, "start", line.name()));
      legend += LINE;
    }
    return figure(title, (int) legend, svg.toString());
  }

  private static String figure(String title, int height, String content) {
    return """
        <figure><svg viewBox="0 0 %d %d" role="img" aria-label="%s">
        <text class="title" x="2" y="13">%s</text>
        %s</svg></figure>
        """
        .formatted(WIDTH, height, escape(title), escape(title), content);
  }

  private static String rule(double x1, double y1, double x2, double y2) {
    return "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
        .formatted(shortly(x1), shortly(y1), shortly(x2), shortly(y2));
  }

  private static String text(double x, double y, String anchor, String text) {
    return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(shortly(x), shortly(y), anchor, escape(text));
  }

  private static String shortly(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }
}
