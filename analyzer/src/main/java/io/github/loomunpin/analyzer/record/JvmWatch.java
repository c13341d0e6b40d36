// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Looks whether the carriers of one JVM stand still, and has dumps taken where they do. */
final class JvmWatch {

  private static final int MOST_STAND_STILLS = 3;

  /** A JVM that has just started cannot be asked yet. */
  private static final int MOST_FAILURES = 3;

  private final ProcessHandle process;
  private final Jcmd jcmd;
  private final Consumer<String> say;
  private final StandstillCheck carriers = new StandstillCheck();
  private int standStills;
  private int failures;

  JvmWatch(ProcessHandle process, Jcmd jcmd, Consumer<String> say) {
    this.process = process;
    this.jcmd = jcmd;
    this.say = say;
  }

  ProcessHandle process() {
    return process;
  }

  /** Looks once more, if that makes sense. */
  void look(StandStillDumps dumps) throws InterruptedException {
    if (!process.isAlive() || standStills == MOST_STAND_STILLS || failures == MOST_FAILURES) {
      return;
    }
    Path print = dumps.print();
    try {
      Files.writeString(print, jcmd.run(List.of("Thread.print")));
      if (carriers.standStill(print)) {
        standStills++;
        say.accept(
            "every carrier stands still in process "
                + process.pid()
                + "; the analyzer takes two dumps of all threads");
        dumps.take(jcmd);
      } else {
        Files.delete(print);
      }
      failures = 0;
    } catch (RecordException | IOException e) {
      failures++;
      if (failures == MOST_FAILURES && process.isAlive()) {
        say.accept(
            "the analyzer no longer looks at the carriers of process "
                + process.pid()
                + ": "
                + e.getMessage());
      }
    }
  }
}
