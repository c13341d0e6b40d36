// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds once for each stack what is to blame, on a thread that may be held up: class loaders are
 * asked, which may wait for what a pinned thread holds. For one thread.
 */
final class BlameFinder {

  private static final int MOST_KEPT = 1_000;
  private static final long PATIENCE_MILLIS = 2_000;

  /** Each may take a thread of the agent's for ever. */
  private static final int MOST_LATE = 3;

  private final AgentOptions options;
  private final Instrumentation instrumentation;
  private final Map<SeenPin, Blame> known = new HashMap<>();
  private HolderSearch search;
  private int late;

  BlameFinder(AgentOptions options, Instrumentation instrumentation) {
    this.options = options;
    this.instrumentation = instrumentation;
  }

  Blame find(SeenPin pin) {
    Blame blame = known.get(pin);
    if (blame == null) {
      if (known.size() >= MOST_KEPT) {
        known.clear();
      }
      blame = search(pin);
      known.put(pin, blame);
    }
    return blame;
  }

  private Blame search(SeenPin pin) {
    if (late >= MOST_LATE) {
      return Blame.unknown("class loaders did not answer, and are not asked any more");
    }
    Search asked = new Search(pin, search);
    Job.End end = OwnThreads.run(asked, PATIENCE_MILLIS);
    if (end == Job.End.DONE) {
      search = asked.used;
      return asked.result();
    }
    // It may be going on still, with the search that it was given.
    search = null;
    late += end == Job.End.LATE ? 1 : 0;
    return Blame.unknown("class loaders did not answer in time");
  }

  private final class Search extends Job<Blame> {

    private final SeenPin pin;
    private HolderSearch used;

    Search(SeenPin pin, HolderSearch before) {
      this.pin = pin;
      this.used = before;
    }

    @Override
    protected Blame work() {
      if (used == null) {
        used = new HolderSearch(options, instrumentation);
      }
      return used.blame(pin);
    }
  }
}
