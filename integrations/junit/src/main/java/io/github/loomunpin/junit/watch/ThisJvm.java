// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.classpath.ManifestClassPaths;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the analyzer asks of the JVM that was recorded. This JVM knows it better than its recording,
 * which also does not have to keep the values of all its properties.
 */
final class ThisJvm {

  private static final List<String> PROPERTIES =
      List.of(
          "java.home",
          "jdk.virtualThreadScheduler.parallelism",
          "jdk.virtualThreadScheduler.maxPoolSize");

  private ThisJvm() {}

  /** A recording of this JVM with other pins, of another time. */
  static Recording recording(Recording read, List<PinGroup> pins, TimeSpan span) {
    return new Recording(
        read.file(),
        jvm(read),
        span,
        read.events(),
        pins,
        read.unpinnedWaits(),
        read.deepestStack(),
        read.carriers(),
        Optional.empty(),
        read.incomplete());
  }

  private static Jvm jvm(Recording read) {
    return new Jvm(
        Runtime.version().feature(),
        System.getProperty("java.vm.version", ""),
        Optional.of(String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments())),
        properties(),
        Runtime.getRuntime().availableProcessors(),
        "",
        Optional.of(Optional.ofNullable(System.getenv("LOOM_UNPIN")).orElse("")),
        read.jvm().agent());
  }

  private static Map<String, String> properties() {
    return PROPERTIES.stream()
        .filter(name -> System.getProperty(name) != null)
        .collect(Collectors.toMap(Function.identity(), System::getProperty));
  }

  /**
   * @param test a class that is on it, whatever loader that has
   */
  static List<String> classPath(Class<?> test) {
    Set<String> entries =
        Stream.of("java.class.path", "jdk.module.path")
            .flatMap(name -> Arrays.stream(System.getProperty(name, "").split(File.pathSeparator)))
            .filter(entry -> !entry.isBlank() && Files.exists(Path.of(entry)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    sourceOf(test).ifPresent(entries::add);
    return ManifestClassPaths.with(
        entries.stream().map(ThisJvm::asSeenFromHere).distinct().toList());
  }

  /** A build names its own folders from the root on, and people from theirs. */
  private static String asSeenFromHere(String entry) {
    Path here = Path.of("").toAbsolutePath();
    Path path = Path.of(entry);
    return path.startsWith(here) && !path.equals(here) ? here.relativize(path).toString() : entry;
  }

  private static Optional<String> sourceOf(Class<?> test) {
    CodeSource source = test.getProtectionDomain().getCodeSource();
    if (source == null || !source.getLocation().getProtocol().equals("file")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(source.getLocation().toURI()).toString());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
