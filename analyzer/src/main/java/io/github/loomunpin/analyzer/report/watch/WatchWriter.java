// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.watch;

import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.watch.WatchEvent;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;

/** Writes what is told of a JVM that is watched, each as soon as it comes. */
public enum WatchWriter {
  /** A line with the time of day for each, and a table in the end. */
  TEXT {
    @Override
    public void write(WatchEvent event, Writer out) throws IOException {
      if (event.kind() == WatchEvent.Kind.TOTALS) {
        out.write(WatchTotals.text(event.document()));
      } else {
        out.write(Times.clock(event.time()) + "  " + Printable.of(event.text()) + "\n");
      }
      out.flush();
    }
  },
  /** An object for each, one in a line. */
  JSON {
    @Override
    public void write(WatchEvent event, Writer out) throws IOException {
      Json.writeLine(event.document(), out);
    }
  };

  public abstract void write(WatchEvent event, Writer out) throws IOException;
}
