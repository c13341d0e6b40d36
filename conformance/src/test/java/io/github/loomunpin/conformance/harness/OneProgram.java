// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.tools.ToolProvider;

/** A class {@code Program}, which a test brings along as text and runs in JVMs of its own. */
public record OneProgram(Path classes) {

  /** For a run. */
  public static final Duration LIMIT = Duration.ofMinutes(5);

  /** Compiles it into the folder. */
  public static OneProgram compile(Path folder, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Program.java"), source);
    Path classes = folder.resolve("classes");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "21", "-d", classes + "", file + ""))
        .isZero();
    return new OneProgram(classes);
  }

  /** A JVM that has it on the class path; the test is skipped where there is no such JDK. */
  public JavaCommand on(int jdk) {
    assumeTrue(Jdk.named(jdk).isPresent(), "no JDK " + jdk);
    return Jdk.named(jdk).orElseThrow().java().classPath(classes);
  }

  /** What a JVM printed that must have ended well. */
  public static String output(JavaCommand java, String... arguments) throws Exception {
    return java.main("Program", arguments)
        .printing(new Output.Captured())
        .run(LIMIT)
        .successfully()
        .output();
  }
}
