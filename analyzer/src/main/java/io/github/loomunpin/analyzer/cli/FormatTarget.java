// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.report.shared.Format;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A format and where it goes, as in {@code json=report.json}.
 *
 * @param file empty for stdout, which may also be written {@code -}
 */
record FormatTarget(Format format, Optional<Path> file) {

  /** What shells complete. */
  static final class Candidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Format.values()).map(Format::spelling).iterator();
    }
  }

  static final class Converter implements ITypeConverter<FormatTarget> {
    @Override
    public FormatTarget convert(String value) {
      int equals = value.indexOf('=');
      String name = equals < 0 ? value : value.substring(0, equals);
      Format format =
          Arrays.stream(Format.values())
              .filter(known -> known.spelling().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(() -> new TypeConversionException(unknown(name)));
      if (equals < 0) {
        return new FormatTarget(format, Optional.empty());
      }
      try {
        String file = value.substring(equals + 1);
        if (file.isBlank()) {
          throw new TypeConversionException("no file after '" + value + "'");
        }
        return new FormatTarget(
            format, file.equals("-") ? Optional.empty() : Optional.of(Path.of(file)));
      } catch (InvalidPathException e) {
        throw new TypeConversionException("not a path: '" + e.getInput() + "'");
      }
    }

    private static String unknown(String name) {
      return "unknown format '"
          + name
          + "', known are "
          + Arrays.stream(Format.values()).map(Format::spelling).collect(Collectors.joining(", "));
    }
  }
}
