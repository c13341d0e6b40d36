// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A holder whose class is in more than one jar of the class path. */
class SeveralJarsTest {

  /** The numbers are those of the lines in {@code DeepHolder}. */
  private static final String DUMP =
      """
      4711
      2026-11-22T08:37:13.398092325Z
      21.0.8+9-LTS

      #28 "deep" virtual
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:1)
            java.base/java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:1)
            io.github.loomunpin.analyzer.programs.DeepHolder.descend(DeepHolder.java:31)
            io.github.loomunpin.analyzer.programs.DeepHolder.hold(DeepHolder.java:23)

      """;

  @TempDir private Path directory;

  @Test
  void the_jar_from_which_the_class_is_loaded_is_named() throws IOException {
    Path one = archive().with("", DeepHolder.class).writeTo(directory.resolve("one-1.0.jar"));
    Path two = archive().with("", DeepHolder.class).writeTo(directory.resolve("two-2.0.jar"));
    Path dump = Files.writeString(directory.resolve("dump.txt"), DUMP);

    assertThat(holder(dump, one, two)).isEqualTo("one 1.0 hold");
    assertThat(holder(dump, two, one)).isEqualTo("two 2.0 hold");
  }

  private static String holder(Path dump, Path... jars) {
    List<String> classPath = List.of(jars[0].toString(), jars[1].toString());
    FreezeReport report =
        new FreezeReporter(classPath, ReadOptions.DEFAULT, Optional.empty())
            .report(List.of(DumpReader.read(dump)));
    List<HeldObject> holds = report.jvms().get(0).pinned().get(0).holds();
    assertThat(holds).hasSize(1);
    HeldSite held = holds.get(0).site().orElseThrow();
    return held.library().nameAndVersion() + " " + held.site().method();
  }
}
