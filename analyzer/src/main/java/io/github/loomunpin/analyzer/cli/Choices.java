// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of an option that takes one of a few words. Shells complete these words. */
abstract class Choices<T> implements Iterable<String>, ITypeConverter<T> {

  private final List<T> values;
  private final Function<T, String> spelling;

  Choices(T[] values, Function<T, String> spelling) {
    this.values = List.of(values);
    this.spelling = spelling;
  }

  @Override
  public Iterator<String> iterator() {
    return values.stream().map(spelling).iterator();
  }

  /**
   * The value that a user has spelled.
   *
   * @throws TypeConversionException if there is none, with the words that there are
   */
  @Override
  public T convert(String word) {
    return find(word)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "must be one of " + String.join(", ", this) + ", not '" + word + "'"));
  }

  /** The value of a word; letters may be of either case. */
  Optional<T> find(String word) {
    return values.stream()
        .filter(value -> spelling.apply(value).equalsIgnoreCase(word))
        .findFirst();
  }
}
