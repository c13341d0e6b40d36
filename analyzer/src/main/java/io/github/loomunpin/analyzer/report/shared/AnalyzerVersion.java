// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.rules.classfile.OwnFiles;

/** Which analyzer it is. */
public final class AnalyzerVersion {

  private AnalyzerVersion() {}

  /** As the manifest of the analyzer's jar has it. */
  public static String text() {
    return OwnFiles.version(AnalyzerVersion.class);
  }
}
