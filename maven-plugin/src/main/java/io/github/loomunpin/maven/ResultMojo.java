// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs a command of the analyzer that has one result, in one or several formats. */
abstract class ResultMojo extends AnalyzerMojo {

  /**
   * What is written: FORMAT or FORMAT=FILE, as for the analyzer's <code>--format</code>. May be
   * given several times; all but one need a file.
   */
  @Parameter(property = "loom-unpin.format")
  private List<String> format;

  @Override
  final List<String> formats() {
    return format == null ? List.of() : format;
  }
}
