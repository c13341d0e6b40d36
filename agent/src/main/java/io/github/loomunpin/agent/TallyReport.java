// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The tally at exit, as one line and as JSON. */
final class TallyReport {

  private static final int REASONS_SHOWN = 3;

  private TallyReport() {}

  static String line(AgentOptions.Mode mode, Outcome.Snapshot tally) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s %,d sites in %,d classes; %,d left native",
                mode == AgentOptions.Mode.REWRITE ? "rewrote" : "would rewrite",
                tally.sitesRewritten(),
                tally.classesRewritten(),
                tally.sitesLeftNative()));
    String reasons =
        tally.leftNative().entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(REASONS_SHOWN)
            .map(reason -> reason.getValue() + " × " + reason.getKey())
            .collect(Collectors.joining("; "));
    if (!reasons.isEmpty()) {
      line.append(": ").append(reasons);
      int more = tally.leftNative().size() - REASONS_SHOWN;
      line.append(more > 0 ? "; " + more + " more reasons" : "");
    }
    int unsafe = tally.failed().size() + tally.problems().size();
    if (unsafe > 0) {
      line.append("; ").append(unsafe).append(" NOT REWRITTEN AND UNSAFE, see above");
    }
    return line.toString();
  }

  /** Writes {@code agent-PID.json} into the folder; an existing file gets a neighbour. */
  static Path write(Path folder, AgentOptions.Mode mode, Outcome.Snapshot tally)
      throws IOException {
    Files.createDirectories(folder);
    String name = "loom-unpin-" + ProcessHandle.current().pid();
    for (int i = 0; ; i++) {
      Path file = folder.resolve(name + (i == 0 ? "" : "-" + i) + ".json");
      try {
        return Files.writeString(file, json(mode, tally), StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        // Another JVM with the same process number reported here before.
      }
    }
  }

  static String json(AgentOptions.Mode mode, Outcome.Snapshot tally) {
    return "{\n"
        + "  \"jdk\": "
        + quote(Runtime.version().toString())
        + ",\n  \"mode\": "
        + quote(mode == AgentOptions.Mode.REWRITE ? "rewrite" : "dry-run")
        + ",\n  \"classesSeen\": "
        + tally.classesSeen()
        + ",\n  \"classesRewritten\": "
        + tally.classesRewritten()
        + ",\n  \"sitesRewritten\": "
        + tally.sitesRewritten()
        + ",\n  \"sitesLeftNative\": "
        + tally.sitesLeftNative()
        + ",\n  \"leftNative\": "
        + tally.leftNative().entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
            .map(reason -> "    " + quote(reason.getKey()) + ": " + reason.getValue())
            .collect(Collectors.joining(",\n", "{\n", "\n  }"))
        + ",\n  \"failed\": "
        + tally.failed().entrySet().stream()
            .map(entry -> "    " + quote(entry.getKey()) + ": " + quote(entry.getValue()))
            .collect(Collectors.joining(",\n", "{\n", "\n  }"))
        + ",\n  \"problems\": "
        + array(tally.problems())
        + ",\n  \"slow\": "
        + array(tally.slow())
        + ",\n  \"warnings\": "
        + array(tally.warnings())
        + "\n}\n";
  }

  private static String array(Collection<String> values) {
    return values.stream().map(TallyReport::quote).collect(Collectors.joining(", ", "[", "]"));
  }

  /** JSON string (RFC 8259 §7). */
  private static String quote(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
