// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Debuggers that stop threads. */
final class DebuggerScenarios {
  /** The JDK's debugger library now and then stands still while a debugger detaches. */
  private static final int ATTEMPTS = 3;

  private DebuggerScenarios() {}

  private interface Session {
    String with(Debugger debugger, Path classes) throws Exception;
  }

  @Torture(
      shows =
          "a debugger attaches, stops where a synchronized method begins, sees its parameters, swaps"
              + " the class and lets go")
  static String jdwpAttached(Lab lab) throws Exception {
    return session(
        lab, (debugger, classes) -> debugger.stopAndSwap(classes.resolve("scenario/Cell.class")));
  }

  @Torture(
      shows =
          "a debugger stops single threads at the lines of the agent's locks while the others"
              + " go on; nobody is lost, and no update",
      note = "Without the agent it stops threads wherever they are.")
  static String stoppedInsideLocks(Lab lab) throws Exception {
    return session(
        lab,
        (debugger, classes) -> {
          assertThat(debugger.stopInsideLocks()).as("stopped inside locks").isEqualTo(lab.agent());
          return "stopped";
        });
  }

  private static boolean hasDebugger(Jdk jdk) throws IOException {
    try (Stream<Path> libraries = Files.list(jdk.home().resolve("lib"))) {
      return libraries.anyMatch(file -> file.getFileName().toString().startsWith("libjdwp"));
    }
  }

  private static String session(Lab lab, Session session) throws Exception {
    if (!hasDebugger(lab.jdk())) {
      throw new NotApplicable("this runtime has no module jdk.jdwp.agent");
    }
    Path classes =
        lab.compile("classes", List.of(), Lab.source("DebuggedApp.java"), Lab.source("Cell.java"));
    for (int attempt = 1; ; attempt++) {
      try (Child child =
          lab.java("debugged")
              .options("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0")
              .classPath(List.of(classes))
              .main("scenario.DebuggedApp")
              .start()) {
        String seen = session.with(Debugger.attach(child), classes);
        int exit = child.awaitOrEnd(Duration.ofMinutes(10));
        if (exit == 0) {
          return seen + "\n" + JavaRun.outcomeOf(child.output());
        }
        if (attempt == ATTEMPTS || Debugger.hasLetGo(child)) {
          throw new AssertionError("ended with " + exit + "\n" + child.outputTail());
        }
      }
    }
  }
}
