// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How long a pin must take to make a report fail.
 *
 * @param nanos the longest pin must take at least this; {@code Long.MAX_VALUE} for never
 */
record PinThreshold(long nanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  boolean isReachedBy(PinTally pins) {
    return pins.count() > 0 && pins.longestNanos() >= nanos;
  }

  /** Dumps do not tell times; that a JVM is frozen is more than any. */
  boolean isReachedBy(FreezeReport freezes) {
    return nanos != Long.MAX_VALUE && (nanos == 0 ? freezes.anyPinned() : freezes.anyFrozen());
  }

  boolean isReachedBy(StandstillReport result) {
    return isReachedBy(result.freezes())
        || result.pins().map(pins -> isReachedBy(pins.total())).orElse(false);
  }

  static final class Converter implements ITypeConverter<PinThreshold> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s)");

    @Override
    public PinThreshold convert(String value) {
      if (value.equals("never")) {
        return new PinThreshold(Long.MAX_VALUE);
      }
      if (value.equals("pin")) {
        return new PinThreshold(0);
      }
      Matcher matcher = DURATION.matcher(value);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + value + "' is neither never, nor pin, nor a time such as 100ms");
      }
      long factor = matcher.group(2).equals("ms") ? NANOS_PER_MILLI : 1000 * NANOS_PER_MILLI;
      return new PinThreshold(Long.parseLong(matcher.group(1)) * factor);
    }
  }
}
