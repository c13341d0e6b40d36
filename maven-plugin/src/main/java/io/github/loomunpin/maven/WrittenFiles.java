// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * The files that a goal writes, by a list of those that it wrote: jars of other versions must not
 * stay beside those of now.
 *
 * @param list where it is
 */
record WrittenFiles(Path list) {

  /** Removes what the last run has written into the same folder and this one will not. */
  void expect(Path folder, Collection<Path> files) throws IOException {
    List<String> now = files.stream().map(file -> file.toAbsolutePath().toString()).toList();
    List<String> before = Files.exists(list) ? Files.readAllLines(list) : List.of();
    for (String file : before) {
      if (!now.contains(file) && Path.of(file).startsWith(folder.toAbsolutePath())) {
        Files.deleteIfExists(Path.of(file));
      }
    }
    Files.write(list, now);
  }
}
