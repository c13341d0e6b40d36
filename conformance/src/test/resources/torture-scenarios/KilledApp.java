// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Waits until a report tells of what has happened, and is killed. Argument: the folder of the
 * report, or none.
 */
public final class KilledApp {
  synchronized void lock() {}

  public static void main(String[] args) throws Exception {
    new KilledApp().lock();
    await(args, "\"ended\": false", "\"classesRewritten\": 1,", "\"warnings\": []");
    Class.forName("scenario.Cell", true, new Refusing());
    await(args, "\"ended\": false", "\"classesRewritten\": 2,", "Refusing refused the agent");
    System.out.println("OUT: killed");
    System.out.flush();
    new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
    Thread.sleep(600_000);
  }

  private static void await(String[] folder, String... parts) throws Exception {
    for (int i = 0; folder.length > 0 && !has(Path.of(folder[0]), parts); i++) {
      if (i == 1_200) {
        throw new IllegalStateException("not reported: " + List.of(parts));
      }
      Thread.sleep(100);
    }
  }

  /** There is never a part of a report. */
  private static boolean has(Path folder, String... parts) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> reports = files.filter(file -> file.toString().endsWith(".json")).toList();
      if (reports.isEmpty()) {
        return false;
      }
      String text = Files.readString(reports.getFirst());
      if (!text.endsWith("\n}\n")) {
        throw new IllegalStateException("no whole report: " + text);
      }
      return Stream.of(parts).allMatch(text::contains);
    }
  }
}
