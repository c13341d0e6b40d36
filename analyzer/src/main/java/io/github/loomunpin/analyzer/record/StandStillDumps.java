// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The thread dumps of a run, those of each standstill under a number of its own. */
final class StandStillDumps {

  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final RecordingFolder folder;
  private final CountDownLatch stop;
  private final List<Path> files = new ArrayList<>();
  private int standStills;

  /**
   * @param stop ends the time between two dumps early
   */
  StandStillDumps(RecordingFolder folder, CountDownLatch stop) {
    this.folder = folder;
    this.stop = stop;
  }

  /** Where to print for the next look; it becomes one of the files if the JVM stands still. */
  Path print() {
    return folder.file("print-" + (standStills + 1) + ".txt");
  }

  /** Two dumps of all threads, some time apart, beside what was printed. */
  void take(Jcmd jcmd) throws RecordException, InterruptedException {
    Path print = print();
    standStills++;
    files.add(print);
    dump(jcmd, "dump-" + standStills + "a.txt");
    stop.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    dump(jcmd, "dump-" + standStills + "b.txt");
  }

  private void dump(Jcmd jcmd, String name) throws RecordException, InterruptedException {
    Path file = folder.file(name);
    String said = jcmd.run(List.of("Thread.dump_to_file", "-overwrite", file.toString()));
    if (!Files.exists(file)) {
      throw new RecordException("no dump: " + Jcmd.lastLine(said));
    }
    files.add(file);
  }

  List<Path> files() {
    return List.copyOf(files);
  }
}
