// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.AddedPaths;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps do not show which loader a class has, and the agent does not convert all of them. */
class AddedCodeInDumpTest {

  private static final class Held {

    private static synchronized void hold() throws InterruptedException {
      Thread.sleep(1);
    }
  }

  @TempDir private Path directory;

  @Test
  void a_class_of_the_application_is_converted() throws IOException {
    ThreadView thread = pinned(AddedPaths.NONE);

    assertThat(thread.outlook()).isEqualTo(Outlook.END);
    assertThat(decision(thread).mode()).isEqualTo(Mode.VIRTUAL);
  }

  @Test
  void a_class_that_an_option_adds_to_the_boot_loader_is_not() throws IOException {
    ThreadView thread = pinned(AddedPaths.of(List.of(classes()), List.of(classes())));

    assertThat(thread.outlook()).isEqualTo(Outlook.STAY);
    assertThat(decision(thread))
        .isEqualTo(Decision.nativeBecause(Held.class.getName() + " is in a loader of the JDK"));
  }

  private static Decision decision(ThreadView thread) {
    return thread.holds().getFirst().site().orElseThrow().site().decision();
  }

  private static String classes() {
    return ClassPathArgument.of(Held.class);
  }

  private ThreadView pinned(AddedPaths added) throws IOException {
    String dump =
        """
        7
        2026-01-01T00:00:00Z
        21.0.8+9-LTS

        #21 "one" virtual
              java.base/jdk.internal.misc.Unsafe.park(Native Method)
              java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
              java.base/java.lang.VirtualThread.sleepNanos(Unknown Source)
              java.base/java.lang.Thread.sleep(Unknown Source)
              %s.hold(AddedCodeInDumpTest.java:%d)
              java.base/java.lang.VirtualThread.run(Unknown Source)

        """
            .formatted(Held.class.getName(), line());
    Path file = Files.writeString(directory.resolve("dump.txt"), dump);
    return new FreezeReporter(
            List.of(classes()), ReadOptions.DEFAULT, Optional.empty(), 0, KeptNative.NONE, added)
        .report(List.of(DumpReader.read(file)))
        .jvms()
        .getFirst()
        .pinned()
        .getFirst();
  }

  private static int line() throws IOException {
    try (InputStream in = Held.class.getResourceAsStream("AddedCodeInDumpTest$Held.class")) {
      return MethodCode.of(in.readAllBytes()).get("hold").getFirst().steps().stream()
          .filter(MethodCode.Step::calls)
          .findFirst()
          .orElseThrow()
          .line();
    }
  }
}
