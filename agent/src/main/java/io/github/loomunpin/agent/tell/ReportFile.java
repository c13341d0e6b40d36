// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file {@code loom-unpin-PID.json} of this JVM in a folder, which is written again and again
 * and is a whole one at any time. If there is such a file of another JVM already, the name has a
 * number. Safe for any thread.
 */
final class ReportFile {

  private final Path folder;

  /** Null until it is written for the first time. */
  private Path file;

  private String written = "";

  ReportFile(Path folder) {
    this.folder = folder;
  }

  /** Has it hold this text; returns where it is. */
  synchronized Path write(String text) throws IOException {
    if (file == null) {
      file = create(text);
    } else if (!text.equals(written)) {
      Path next = beside(file, ".next");
      Files.writeString(next, text);
      move(next, file);
    }
    written = text;
    return file;
  }

  /**
   * Several JVMs may have one process number, in containers, and do this at the same time. Who has
   * made the part that belongs to a name is the only one to look whether the name is free.
   */
  private Path create(String text) throws IOException {
    Files.createDirectories(folder);
    String name = "loom-unpin-" + ProcessHandle.current().pid();
    for (int i = 0; ; i++) {
      Path wanted = folder.resolve(name + (i == 0 ? "" : "-" + i) + ".json");
      Path part = beside(wanted, ".part");
      try {
        Files.writeString(part, text, StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      if (Files.exists(wanted)) {
        Files.delete(part);
      } else {
        move(part, wanted);
        return wanted;
      }
    }
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
