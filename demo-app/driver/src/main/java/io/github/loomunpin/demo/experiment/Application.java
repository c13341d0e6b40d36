// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is run: an executable jar that prints "Listening on" and its address when it is ready.
 *
 * @param jar where the build puts it, in the project's folder
 * @param jvmOptions for all runs
 * @param arguments for all runs; the address of the database is added as {@code --db}
 * @param databaseConnections how many a run needs; 0 if it needs no database
 * @param service what it asks itself
 * @param processors how many it may use; empty for all
 */
public record Application(
    Path jar,
    List<String> jvmOptions,
    List<String> arguments,
    int databaseConnections,
    Optional<Service> service,
    OptionalInt processors) {

  /**
   * A service of the same jar that listens before the application starts.
   *
   * @param name for people
   * @param option of the application, which is given the address in it
   */
  public record Service(
      String name, List<String> jvmOptions, List<String> arguments, String option) {

    public Service {
      jvmOptions = List.copyOf(jvmOptions);
      arguments = List.copyOf(arguments);
    }
  }

  public Application {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /** One that asks nothing but a database, and may use all processors. */
  Application(Path jar, List<String> jvmOptions, List<String> arguments, int databaseConnections) {
    this(jar, jvmOptions, arguments, databaseConnections, Optional.empty(), OptionalInt.empty());
  }

  /** Whether connections wait so long that it matters what they take in memory. */
  public boolean keepsConnections() {
    return service.isPresent();
  }

  /** The process that may need processors as well: what the demo starts beside the application. */
  public String neighbour() {
    return service.map(Service::name).orElse("database");
  }
}
