// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The libraries whose monitors were counted.
 *
 * @param jars the folder where the build puts them, in the project's folder
 * @param sources the folder with a folder for the sources of each jar
 */
public record Inventory(Path jars, Path sources, List<Library> libraries) {

  /**
   * One of them, be it one jar or several.
   *
   * @param prefix how the names of its jars begin
   * @param published how many monitors were counted in it
   * @param leftOut the name of a file that was not counted; may be empty
   * @param remark on how it was counted; may be empty
   */
  public record Library(
      String title, String prefix, int published, String leftOut, String remark) {}

  /** Lines of the JDK's src.zip with {@code synchronized} in them, as they were published. */
  public static final int PUBLISHED_SYNCHRONIZED_LINES = 7527;

  /** Lines of the JDK's src.zip with {@code Lock} in them, as they were published. */
  public static final int PUBLISHED_LOCK_LINES = 4965;

  /** Those of the experiment of 2020. */
  public static final Inventory OF_2020 =
      new Inventory(
          Path.of("demo-app/driver/target/published"),
          Path.of("demo-app/driver/target/published-sources"),
          List.of(
              new Library("HikariCP 3.4.5", "HikariCP", 12, "", ""),
              new Library("tomcat-embed-core 9.0.38", "tomcat-embed-core", 576, "", ""),
              new Library(
                  "PGJDBC 42.2.16",
                  "postgresql",
                  134,
                  "PgResultSet.java",
                  "published: lines with the word, without the 46 of PgResultSet"),
              new Library(
                  "spring-data-commons 2.4.0",
                  "spring-data-commons",
                  13,
                  "",
                  "published: lines with the word"),
              new Library(
                  "Spring Framework 5.3.0",
                  "spring-",
                  329,
                  "",
                  "published: 5.3 RC1, modules unstated; here: the ten of the application")));

  public Inventory {
    libraries = List.copyOf(libraries);
  }

  /** To which of them a jar belongs: some jars' names begin like the names of a whole family. */
  public Optional<Library> of(String jar) {
    return libraries.stream()
        .filter(library -> jar.startsWith(library.prefix()))
        .max(Comparator.comparing(library -> library.prefix().length()));
  }
}
