// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

/** How many monitors a library has, counted in its bytecode, beside the count published in 2020. */
record MonitorCount(Library library, int methods, int blocks) {

  /**
   * The libraries of the experiment, with the counts published in 2020; {@code prefix} is how the
   * names of their jars begin.
   */
  enum Library {
    HIKARICP("HikariCP 3.4.5", "HikariCP", 12, ""),
    TOMCAT("tomcat-embed-core 9.0.38", "tomcat-embed-core", 576, ""),
    PGJDBC(
        "PGJDBC 42.2.16",
        "postgresql",
        134,
        "published: lines with the word, without the 46 of PgResultSet"),
    SPRING_DATA(
        "spring-data-commons 2.4.0", "spring-data-commons", 13, "published: lines with the word"),
    SPRING(
        "Spring Framework 5.3.0",
        "spring-",
        329,
        "published: 5.3 RC1, modules unstated; here: the ten of the application");

    private final String title;
    private final String prefix;
    private final int published;
    private final String remark;

    Library(String title, String prefix, int published, String remark) {
      this.title = title;
      this.prefix = prefix;
      this.published = published;
      this.remark = remark;
    }

    String title() {
      return title;
    }

    int published() {
      return published;
    }

    String remark() {
      return remark;
    }

    private boolean contains(String jar) {
      // spring-data-commons begins like a module of Spring Framework.
      return jar.startsWith(prefix) && (this != SPRING || !jar.startsWith(SPRING_DATA.prefix));
    }
  }

  int total() {
    return methods + blocks;
  }

  /** Reads the analyzer's JSON. */
  static List<MonitorCount> of(JsonNode json) {
    return Arrays.stream(Library.values()).map(library -> of(library, json)).toList();
  }

  private static MonitorCount of(Library library, JsonNode json) {
    var jars =
        StreamSupport.stream(json.path("libraries").spliterator(), false)
            .filter(jar -> library.contains(jar.path("name").asText()))
            .map(jar -> jar.path("counts"))
            .toList();
    return new MonitorCount(
        library,
        jars.stream().mapToInt(counts -> counts.path("synchronizedMethods").asInt()).sum(),
        jars.stream().mapToInt(counts -> counts.path("blocks").asInt()).sum());
  }
}
