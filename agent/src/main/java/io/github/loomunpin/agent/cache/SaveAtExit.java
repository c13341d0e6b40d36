// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.nio.file.Files;
import java.nio.file.Path;

/** The shutdown hook that updates the file of a cache; a JVM that is told to end ends soon. */
final class SaveAtExit extends Thread {

  private static final long MOST_MILLIS = 5_000;

  private final RewriteCache cache;
  private final Path path;
  private final String user;
  private final Outcome outcome;

  SaveAtExit(RewriteCache cache, Path path, String user, Outcome outcome) {
    super("loom-unpin cache");
    this.cache = cache;
    this.path = path;
    this.user = user;
    this.outcome = outcome;
  }

  @Override
  public void run() {
    // A file that has nothing still says that there was a run with an update.
    if (!cache.hasMore() && Files.exists(path)) {
      return;
    }
    Save save = new Save();
    Job.End end = OwnThreads.run(save, MOST_MILLIS);
    if (end == Job.End.FAILED) {
      outcome.say("cannot write cache=" + path + ": " + save.thrown());
    } else if (end != Job.End.DONE) {
      outcome.say("cannot write cache=" + path + " within " + MOST_MILLIS / 1000 + " s");
    } else {
      String entries = save.result() == 1 ? " entry" : " entries";
      outcome.say("cache=" + path + " has " + save.result() + entries);
    }
  }

  private final class Save extends Job<Integer> {

    @Override
    protected Integer work() throws Exception {
      return CacheUpdate.update(cache, path, user, MOST_MILLIS / 2);
    }
  }
}
