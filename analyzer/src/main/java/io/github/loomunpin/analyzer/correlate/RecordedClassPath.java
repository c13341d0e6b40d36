// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The class path a recorded JVM ran with, as far as it is on this machine.
 *
 * @param entries that exist
 * @param absent those that do not
 */
public record RecordedClassPath(List<String> entries, List<String> absent) {

  /**
   * @param folder tried for relative entries that are not here
   */
  public static RecordedClassPath of(Jvm jvm, Path folder) {
    List<String> entries = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      Arrays.stream(jvm.property(property).split(File.pathSeparator))
          .filter(entry -> !entry.isBlank())
          .forEach(
              entry ->
                  find(entry, folder)
                      .map(Path::toString)
                      .ifPresentOrElse(entries::add, () -> absent.add(entry)));
    }
    return new RecordedClassPath(ClassPath.withManifestClassPaths(entries), List.copyOf(absent));
  }

  /** A file that the JVM names, if it is on this machine. */
  static Optional<Path> find(String file, Path folder) {
    try {
      return Stream.of(Path.of(file), folder.resolve(file)).filter(Files::exists).findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  List<Gap> gaps(String recording) {
    if (entries.isEmpty() && absent.isEmpty()) {
      return List.of(
          Gap.notSaid(recording, "does not tell its class path; give it with --class-path"));
    }
    return absent.isEmpty()
        ? List.of()
        : List.of(
            Gap.notSaid(
                recording,
                "these entries of its class path are not on this machine: "
                    + absent.getFirst()
                    + (absent.size() == 1 ? "" : " and " + (absent.size() - 1) + " more")
                    + "; give the class path with --class-path"));
  }
}
