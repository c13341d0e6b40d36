// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Durations for people: three significant digits. */
public final class Times {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  public static String of(long nanos) {
    if (nanos >= NANOS_PER_SECOND) {
      return digits(nanos / NANOS_PER_SECOND) + " s";
    }
    if (nanos >= NANOS_PER_MILLI) {
      return digits(nanos / NANOS_PER_MILLI) + " ms";
    }
    return digits(nanos / NANOS_PER_MICRO) + " µs";
  }

  /** A time of day in UTC, to the millisecond. */
  public static String clock(Instant instant) {
    return CLOCK.format(instant);
  }

  /** A day and a time of day in UTC, to the millisecond. */
  public static String moment(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC) + " " + clock(instant);
  }

  private static String digits(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
