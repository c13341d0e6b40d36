// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command line of the application.
 *
 * <p>{@code -DvirtualThreads=true} puts requests on virtual threads, as in the original.
 */
@Command(
    name = "classic",
    mixinStandardHelpOptions = true,
    description = {
      "Serves GET / (sleeps one second) and GET /sql (select pg_sleep(1)) on Spring Boot 2.4,",
      "Tomcat 9.0.38, HikariCP 3.4.5 and PGJDBC 42.2.16. With -DvirtualThreads=true requests run",
      "on virtual threads."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:stopped",
      " 2:usage, or the port is in use",
      " 3:the database cannot be used",
      " 4:internal error"
    })
public final class ClassicApplication implements Runnable {

  private static final int INTERNAL_ERROR = 4;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "port on the loopback interface, 0 for a free one (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--pool-size",
      defaultValue = "500",
      description = "database connections, all opened at start (${DEFAULT-VALUE})")
  private int poolSize;

  @Option(
      names = "--tomcat-threads",
      defaultValue = "1000",
      description = "kernel threads for requests, unless they are virtual (${DEFAULT-VALUE})")
  private int tomcatThreads;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "JDBC address of a PostgreSQL; without it an embedded one is started")
  private String db;

  @Option(names = "--verbose", description = "log what Spring does, and show stack traces")
  private boolean verbose;

  private ClassicApplication() {}

  /** Serves until the process is stopped. */
  public static void main(String[] args) {
    var application = new ClassicApplication();
    int exitCode =
        new CommandLine(application)
            .setExecutionExceptionHandler((e, command, parsed) -> application.explain(e))
            .execute(args);
    if (exitCode != 0) {
      System.exit(exitCode);
    }
    // Otherwise the threads of the server keep the process alive; after --help there are none.
  }

  @Override
  public void run() {
    var database = Database.at(db, poolSize);
    new Server.Launch(port, tomcatThreads, database, verbose).start();
  }

  private int explain(Exception failure) {
    if (verbose) {
      failure.printStackTrace();
    }
    if (failure instanceof StartRefusal refusal) {
      System.err.println("classic: " + refusal.getMessage());
      return refusal.exitCode();
    }
    System.err.println("classic: internal error (--verbose shows where): " + failure);
    return INTERNAL_ERROR;
  }
}
