// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of {@code --sort}. */
final class SortOption {

  private SortOption() {}

  /** What shells complete. */
  static final class Candidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(FindingOrder.values()).map(FindingOrder::spelling).iterator();
    }
  }

  static final class Converter implements ITypeConverter<FindingOrder> {
    @Override
    public FindingOrder convert(String value) {
      return Arrays.stream(FindingOrder.values())
          .filter(order -> order.spelling().equalsIgnoreCase(value))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException(unknown(value)));
    }

    private static String unknown(String value) {
      return "unknown order '"
          + value
          + "', known are "
          + Arrays.stream(FindingOrder.values())
              .map(FindingOrder::spelling)
              .collect(Collectors.joining(", "));
    }
  }
}
