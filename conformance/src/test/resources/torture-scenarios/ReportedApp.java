// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Waits for the first report of an agent, does something to it, and ends. Arguments: what it does,
 * the folder of the report or none, and what it takes for that.
 */
public final class ReportedApp {
  private static final class Later {
    synchronized void lock() {}
  }

  synchronized void lock() {}

  public static void main(String[] args) throws Exception {
    new ReportedApp().lock();
    if (args.length > 1) {
      Path report = await(Path.of(args[1]));
      switch (args[0]) {
        case "link" -> link(report, Path.of(args[2]));
        case "pipe" -> pipe(report, Path.of(args[2]));
        case "deleted" -> delete(report);
        case "replaced" -> {
          delete(report);
          Files.writeString(report.getParent(), "");
        }
        default -> {}
      }
    }
    new Later().lock();
    System.out.println("OUT: " + args[0]);
  }

  private static void link(Path report, Path precious) throws Exception {
    for (Path beside : beside(report)) {
      Files.createSymbolicLink(beside, precious);
    }
    Files.delete(report);
    Files.createSymbolicLink(report, precious);
  }

  private static void pipe(Path report, Path pipe) throws Exception {
    for (Path beside : beside(report)) {
      Files.createLink(beside, pipe);
    }
    Files.move(pipe, report, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Names that are easily guessed. */
  private static List<Path> beside(Path report) {
    return Stream.of(".next", ".part", ".new", ".tmp")
        .map(suffix -> report.resolveSibling(report.getFileName() + suffix))
        .toList();
  }

  private static void delete(Path report) throws Exception {
    Files.delete(report);
    Files.delete(report.getParent());
  }

  private static Path await(Path folder) throws Exception {
    for (int i = 0; i < 1_200; i++) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          String own = "-" + ProcessHandle.current().pid() + "-";
          List<Path> reports =
              files
                  .filter(file -> file.getFileName().toString().contains(own))
                  .filter(file -> file.toString().endsWith(".json"))
                  .toList();
          if (!reports.isEmpty()) {
            return reports.getFirst();
          }
        }
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("no report in " + folder);
  }
}
