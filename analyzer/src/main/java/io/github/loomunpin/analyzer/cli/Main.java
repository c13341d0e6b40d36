// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Starts the analyzer. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  // Reports are UTF-8 wherever they go; the platform's charset would turn letters of names into
  // question marks.
  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
  }

  /** Runs one command line; the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine command =
        new CommandLine(new AnalyzerCommand())
            .setOut(out)
            .setErr(err)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(Errors::usage)
            .setExecutionExceptionHandler(Errors::internal);
    try {
      return command.execute(args);
    } catch (OutOfMemoryError e) {
      err.println("analyzer: out of memory; give Java more with -Xmx");
      return ExitCode.INTERNAL;
    } finally {
      out.flush();
      err.flush();
    }
  }
}
