// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;

/** Starts programs that stand still on JDK 21. */
abstract class Freezing {

  private static final Pattern STILL = Pattern.compile("stands still");

  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
    assumeTrue(
        Files.isExecutable(Jdk.running().bin("jcmd")), "needs jcmd in the JDK that runs the tests");
  }

  final Child start(String program, String... options) throws Exception {
    Child child =
        jdk21
            .java()
            .options(Recorded.SHORT_LIVED)
            .options("-Djdk.virtualThreadScheduler.parallelism=2")
            .options("-Djdk.virtualThreadScheduler.maxPoolSize=2")
            .options(options)
            .classPath(ClassPathArgument.of(DeepHolder.class))
            .main(KeptDumps.PROGRAMS + program)
            .start();
    child.awaitPrinted(STILL, Recorded.TIMEOUT);
    return child;
  }
}
