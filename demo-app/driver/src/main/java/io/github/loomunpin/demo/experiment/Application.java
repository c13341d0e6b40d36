// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.List;

/**
 * What is run: an executable jar that prints "Listening on" and its address when it is ready.
 *
 * @param jar where the build puts it, in the project's folder
 * @param jvmOptions for all runs
 * @param arguments for all runs; the address of the database is added as {@code --db}
 * @param databaseConnections how many a run needs; 0 if it needs no database
 */
public record Application(
    Path jar, List<String> jvmOptions, List<String> arguments, int databaseConnections) {

  public Application {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }
}
