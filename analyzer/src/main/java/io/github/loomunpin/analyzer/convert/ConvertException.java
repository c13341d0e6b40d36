// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

/** Jars that cannot be converted as they were given, with the reason in one line. */
public final class ConvertException extends Exception {

  private static final long serialVersionUID = 1;

  ConvertException(String why) {
    super(why);
  }
}
