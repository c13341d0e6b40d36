// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The JDKs of this machine, to look classes up in that another JVM has run. */
public final class JdkImages {

  private final Set<Path> homes = new LinkedHashSet<>();
  private final String version;

  /**
   * @param version of the JDK that is looked for; empty if unknown
   * @param recorded where that was on the machine that it ran on; empty if unknown
   * @param running home of the JDK that runs
   */
  JdkImages(String version, String recorded, String running, Map<String, String> env) {
    this.version = version;
    add(recorded);
    add(env.getOrDefault("JDK" + feature(version) + "_HOME", ""));
    String given = env.getOrDefault("JAVA_HOME", "");
    add(given);
    addBeside(running);
    addBeside(given);
  }

  /**
   * The JDK of a version, or else the one that is most like it: that of its home, one of the same
   * release, or the running one. {@link JdkImage#isOf} tells which it is.
   *
   * @param version empty if unknown
   * @param home where it was on the machine that it ran on; empty if unknown
   */
  public static JdkImage mostLike(String version, Optional<String> home) {
    JdkImage running = JdkImage.running();
    String here = System.getProperty("java.home");
    if (running.isOf(version) || version.isEmpty() && home.filter(here::equals).isPresent()) {
      return running;
    }
    return new JdkImages(version, home.orElse(""), here, System.getenv())
        .mostLike()
        .flatMap(JdkImage::in)
        .orElse(running);
  }

  Optional<Path> mostLike() {
    int feature = feature(version);
    List<Path> alike = new ArrayList<>();
    for (Path home : homes) {
      String found = JdkImage.releaseIn(home);
      if (JdkImage.isSame(found, version)) {
        return Optional.of(home);
      }
      if (!found.isEmpty() && (feature == 0 || feature(found) == feature)) {
        alike.add(home);
      }
    }
    return alike.stream().findFirst();
  }

  /** 0 if the version is unknown. */
  private static int feature(String version) {
    try {
      return Runtime.Version.parse(version).feature();
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  private void add(String home) {
    try {
      if (!home.isEmpty()) {
        homes.add(Path.of(home));
      }
    } catch (InvalidPathException e) {
      // No JDK is there.
      return;
    }
  }

  /** JDKs stand beside each other, wherever that is. */
  private void addBeside(String home) {
    try {
      Path folder = home.isEmpty() ? null : Path.of(home).toAbsolutePath().getParent();
      if (folder == null) {
        return;
      }
      try (Stream<Path> beside = Files.list(folder)) {
        beside.sorted().forEach(homes::add);
      }
    } catch (IOException | InvalidPathException e) {
      // None can be seen there.
      return;
    }
  }
}
