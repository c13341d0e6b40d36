// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.classpath.AddedPaths;
import io.github.loomunpin.analyzer.classpath.ManifestClassPaths;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The class path a recorded JVM ran with, as far as it is on this machine, behind what an option
 * adds to the boot loader, which the JVM asks first. What is relative in it is looked for where the
 * JVM was started, as far as the recording tells, then here, then beside the recording. A folder
 * such as {@code .} is everywhere, so it counts only where it has the main class: another one may
 * have other classes of the same names, and all that lies in a home.
 *
 * @param entries that exist
 * @param absent those that do not
 * @param added what an option adds to the boot loader
 */
public record RecordedClassPath(List<String> entries, List<String> absent, AddedPaths added) {

  private static final String ADDED = "-Xbootclasspath/a:";

  /**
   * @param folder of the recording
   */
  public static RecordedClassPath of(Jvm jvm, Path folder) {
    List<String> ofApplication =
        Stream.of("java.class.path", "jdk.module.path")
            .flatMap(property -> split(jvm.property(property)))
            .toList();
    List<String> ofBootLoader =
        jvm.options().stream()
            .filter(option -> option.startsWith(ADDED))
            .flatMap(option -> split(option.substring(ADDED.length()).strip()))
            .toList();
    List<String> named = Stream.of(ofBootLoader, ofApplication).flatMap(List::stream).toList();
    List<String> absent = new ArrayList<>();
    try {
      List<String> relative = named.stream().filter(entry -> !Path.of(entry).isAbsolute()).toList();
      List<Path> bases = bases(jvm, relative, folder);
      List<String> added = findAll(ofBootLoader, jvm, relative, bases, absent);
      List<String> found = findAll(ofApplication, jvm, relative, bases, absent);
      // The boot loader does not follow the manifests of its jars.
      List<String> entries =
          Stream.of(added, ManifestClassPaths.with(found)).flatMap(List::stream).toList();
      return new RecordedClassPath(
          entries, List.copyOf(absent), AddedPaths.of(ofBootLoader, added));
    } catch (InvalidPathException e) {
      // The class path is from another system, whose files are not here.
      return new RecordedClassPath(List.of(), named, AddedPaths.of(ofBootLoader, List.of()));
    }
  }

  private static Stream<String> split(String path) {
    return Arrays.stream(path.split(File.pathSeparator)).filter(entry -> !entry.isBlank());
  }

  /**
   * @param absent gets what is not on this machine
   */
  private static List<String> findAll(
      List<String> named, Jvm jvm, List<String> relative, List<Path> bases, List<String> absent) {
    List<String> found = new ArrayList<>();
    for (String entry : named) {
      find(entry, jvm, relative, bases)
          .map(Path::toString)
          .ifPresentOrElse(found::add, () -> absent.add(entry));
    }
    return found;
  }

  /** Where the JVM may have been started, the likeliest first. */
  private static List<Path> bases(Jvm jvm, List<String> relative, Path folder) {
    return Stream.of(Path.of(jvm.workingFolder()), Path.of(""), folder)
        .sorted(Comparator.comparing(base -> !isBase(base, jvm, relative)))
        .toList();
  }

  /** Whether something of the class path is there that is not everywhere. */
  private static boolean isBase(Path base, Jvm jvm, List<String> relative) {
    return relative.stream()
        .map(base::resolve)
        .anyMatch(found -> Files.isRegularFile(found) || hasMainClass(found, jvm));
  }

  private static boolean hasMainClass(Path folder, Jvm jvm) {
    String main = jvm.property("sun.java.command").strip().split("\\s", 2)[0];
    return !main.isEmpty()
        && Files.isRegularFile(folder.resolve(main.replace('.', '/') + ".class"));
  }

  private static Optional<Path> find(
      String entry, Jvm jvm, List<String> relative, List<Path> bases) {
    if (!relative.contains(entry)) {
      return Optional.of(Path.of(entry)).filter(Files::exists);
    }
    boolean everywhere = Path.of(entry).normalize().toString().matches("[./\\\\]*");
    return bases.stream()
        .filter(base -> !everywhere || isBase(base, jvm, relative))
        .map(base -> base.resolve(entry))
        .filter(Files::exists)
        .findFirst()
        .map(RecordedClassPath::asSeenFromHere);
  }

  private static Path asSeenFromHere(Path found) {
    Path here = Path.of("").toAbsolutePath();
    Path plain = found.normalize();
    Path seen = plain.startsWith(here) ? here.relativize(plain) : plain;
    // This folder itself would be an empty path, which is none.
    return seen.toString().isEmpty() ? Path.of(".") : seen;
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
          Gap.notSaid(recording, "does not show its class path; give it with --class-path"));
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
