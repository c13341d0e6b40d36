// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.nio.file.Path;
import java.util.List;

/**
 * An application whose start is measured.
 *
 * @param name as in the names of files
 * @param title as in the table
 * @param jvmOptions the same in every setting
 * @param databaseOption goes before the database's address, as the last argument
 * @param sleeps seconds that its first answer takes although it does nothing
 */
public record StartedApplication(
    String name,
    String title,
    Path jar,
    List<String> jvmOptions,
    List<String> arguments,
    String databaseOption,
    double sleeps) {

  static final int POOL_SIZE = 10;

  /** The application of 2020. */
  public static StartedApplication classic(Project project) {
    return new StartedApplication(
        "demo",
        "the demo",
        project.classic(),
        List.of("-Xmx256m", "-DvirtualThreads=true"),
        List.of("--port=0", "--pool-size=" + POOL_SIZE, "--verbose"),
        "--db=",
        1);
  }

  /** A service of today, with several times as many classes. */
  public static StartedApplication jpa(Project project) {
    return new StartedApplication(
        "jpa",
        "the service with JPA",
        project.jpa(),
        List.of("-Xmx512m"),
        List.of("--server.port=0", "--spring.threads.virtual.enabled=true"),
        "--spring.datasource.url=",
        0);
  }

  Program startedOn(Jdk jdk, List<String> agents, String database) {
    return jdk.java()
        .options(jvmOptions)
        .options(agents)
        .jar(jar)
        .arguments(arguments)
        .arguments(databaseOption + database);
  }
}
