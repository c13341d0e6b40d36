// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What a figure has to be read with: JDKs, processors, date. */
final class Environment {

  private Environment() {}

  static String describe(Path jdk21, Path jdk25) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("date: ").append(LocalDate.now(ZoneOffset.UTC)).append('\n');
    text.append("cores: ").append(Runtime.getRuntime().availableProcessors()).append('\n');
    text.append("processor: ").append(processor()).append('\n');
    text.append("os: ").append(System.getProperty("os.name"));
    text.append(' ').append(System.getProperty("os.arch")).append('\n');
    text.append("jdk 21: ").append(version(jdk21)).append('\n');
    if (jdk25 != null) {
      text.append("jdk 25: ").append(version(jdk25)).append('\n');
    }
    return text.toString();
  }

  private static String processor() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (Files.isReadable(info)) {
      for (String line : Files.readAllLines(info)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return "unknown";
  }

  private static String version(Path home) throws IOException {
    Process process =
        new ProcessBuilder(List.of(home.resolve("bin/java").toString(), "-version"))
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return text.lines().filter(line -> line.contains("VM")).findFirst().orElse("unknown").strip();
  }
}
