// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import java.util.Locale;

/** A form of output. */
public enum Format {
  TEXT,
  JSON,
  CSV,
  MD,
  HTML,
  SARIF,
  /** Commands by which a step of GitHub Actions annotates lines. */
  GITHUB,
  /** One line for each stack, as tools for flame graphs read them. */
  COLLAPSED;

  /** As spelled on the command line. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }
}
