// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * A program in {@code benchmarks/programs}, compiled against libraries that Maven gets.
 *
 * @param folder has the libraries and the classes
 */
record LibraryProgram(Path folder, String name) {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /**
   * Gets the libraries, unless they are there, and compiles the program.
   *
   * @param compiler a JDK with javac
   * @param source of the program; it may use others in its folder
   * @param coordinates group, artifact and version of each library, whose dependencies come along
   */
  static LibraryProgram prepare(Jdk compiler, Path folder, Path source, List<String> coordinates)
      throws IOException, InterruptedException {
    Path libraries = folder.resolve("lib");
    if (!Files.isDirectory(libraries)) {
      Files.createDirectories(folder);
      Path pom = Files.writeString(folder.resolve("pom.xml"), pom(coordinates));
      // Maven may fail after it has copied some of them.
      Path beside = Files.createTempDirectory(folder, "lib").toAbsolutePath();
      Program.of("mvn", "-B", "-q", "-f", pom.toString())
          .arguments("dependency:copy-dependencies", "-DoutputDirectory=" + beside)
          .with("JAVA_HOME", compiler.home().toString())
          .run(LIMIT)
          .successfully();
      Files.move(beside, libraries, StandardCopyOption.ATOMIC_MOVE);
    }
    compiler
        .tool("javac", "-nowarn", "--release", "21", "-cp", libraries + "/*")
        .arguments("-sourcepath", source.getParent().toString())
        .arguments("-d", folder.resolve("classes").toString(), source.toString())
        .run(LIMIT)
        .successfully();
    String file = source.getFileName().toString();
    return new LibraryProgram(folder, file.substring(0, file.lastIndexOf('.')));
  }

  /** A POM that depends on the libraries and makes nothing. */
  static String pom(List<String> coordinates) {
    StringBuilder text = new StringBuilder();
    text.append("<project><modelVersion>4.0.0</modelVersion><groupId>program</groupId>");
    text.append("<artifactId>program</artifactId><version>1</version><packaging>pom</packaging>");
    text.append("<dependencies>");
    for (String each : coordinates) {
      String[] parts = each.split(":");
      text.append("<dependency><groupId>").append(parts[0]);
      text.append("</groupId><artifactId>").append(parts[1]);
      text.append("</artifactId><version>").append(parts[2]).append("</version></dependency>");
    }
    return text.append("</dependencies></project>\n").toString();
  }

  /** The program with its libraries, for arguments to follow. */
  Program on(JavaCommand java, String... arguments) {
    return java.classPath(folder.resolve("classes") + File.pathSeparator + folder.resolve("lib/*"))
        .main(name, arguments);
  }
}
