// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.watch;

import io.github.loomunpin.analyzer.report.shared.Json;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.watch.WatchEvent;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;

/** Writes each event of a watch as soon as it comes. */
public enum WatchWriter {
  /** Writes a line with the time of day for each event, and a table at the end. */
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
  /** Writes each event as one object in one line. */
  JSON {
    @Override
    public void write(WatchEvent event, Writer out) throws IOException {
      Json.writeLine(event.document(), out);
    }
  };

  public abstract void write(WatchEvent event, Writer out) throws IOException;
}
