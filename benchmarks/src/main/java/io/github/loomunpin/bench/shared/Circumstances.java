// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.shared;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** What a figure has to be read with: JDKs, processors, date. */
public final class Circumstances {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private Circumstances() {}

  public static String describe(Jdk jdk21, Optional<Jdk> jdk25)
      throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    text.append("date: ").append(LocalDate.now(ZoneOffset.UTC)).append('\n');
    text.append("cores: ").append(Runtime.getRuntime().availableProcessors()).append('\n');
    text.append("processor: ").append(processor()).append('\n');
    text.append("os: ").append(System.getProperty("os.name"));
    text.append(' ').append(System.getProperty("os.arch")).append('\n');
    text.append("jdk 21: ").append(version(jdk21)).append('\n');
    if (jdk25.isPresent()) {
      text.append("jdk 25: ").append(version(jdk25.get())).append('\n');
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

  private static String version(Jdk jdk) throws IOException, InterruptedException {
    String text = jdk.java().options("-version").program().run(TIMEOUT).successfully().errors();
    return text.lines().filter(line -> line.contains("VM")).findFirst().orElse("unknown").strip();
  }
}
