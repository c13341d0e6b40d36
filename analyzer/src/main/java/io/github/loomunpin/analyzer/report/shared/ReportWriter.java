// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import java.io.IOException;
import java.io.Writer;

/** Writes one result in one format. The writer is flushed, not closed. */
@FunctionalInterface
public interface ReportWriter<T> {

  void write(T result, Writer out) throws IOException;
}
