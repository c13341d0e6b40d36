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

  /** For one answer of a class loader. */
  private static final long PATIENCE_MILLIS = 2_000;

  /** For all that is to be found out of a stack. */
  private static final long MOST_MILLIS = 30_000;

  private static final long LOOK_MILLIS = 50;

  /** Each may take a thread of the agent's for ever. */
  private static final int MOST_LATE = 3;

  private final AgentOptions options;
  private final ConvertedClasses converted;
  private final Instrumentation instrumentation;
  private final Map<SeenPin, Blame> known = new HashMap<>();
  private HolderSearch search;
  private int late;

  BlameFinder(AgentOptions options, ConvertedClasses converted, Instrumentation instrumentation) {
    this.options = options;
    this.converted = converted;
    this.instrumentation = instrumentation;
  }

  Blame find(SeenPin pin) {
    Blame blame = known.get(pin);
    return blame != null ? blame : search(pin);
  }

  private Blame search(SeenPin pin) {
    if (late >= MOST_LATE) {
      return keep(pin, Blame.unknown("class loaders did not answer, and are not asked any more"));
    }
    Search asked = new Search(pin, search);
    Job.End end = OwnThreads.run(asked, PATIENCE_MILLIS);
    if (end == Job.End.LATE) {
      asked.awaitUnlessLoaderHangs();
    }
    if (asked.found != null) {
      search = asked.used;
      return keep(pin, asked.found);
    }
    // It may be going on still, with the search that it was given.
    search = null;
    return switch (end) {
      case NEVER_BEGUN -> Blame.unknown("all of the agent's threads were busy");
      // It would fail again.
      case FAILED -> keep(pin, Blame.unknown("the search failed: " + asked.thrown()));
      default -> {
        late++;
        yield Blame.unknown("class loaders did not answer in time");
      }
    };
  }

  private Blame keep(SeenPin pin, Blame blame) {
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
    known.put(pin, blame);
    return blame;
  }

  private final class Search extends Job<Void> {

    private final SeenPin pin;
    private volatile HolderSearch used;
    private volatile Blame found;

    Search(SeenPin pin, HolderSearch before) {
      this.pin = pin;
      this.used = before;
    }

    @Override
    protected Void work() {
      if (used == null) {
        used = new HolderSearch(options, converted, instrumentation);
      }
      found = used.blame(pin);
      return null;
    }

    /** The agent's own code may take long as well, where others have the processors. */
    private void awaitUnlessLoaderHangs() {
      long last = System.nanoTime() + MOST_MILLIS * 1_000_000;
      while (found == null && !hangs() && System.nanoTime() < last) {
        try {
          Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    private boolean hangs() {
      HolderSearch searching = used;
      return searching != null && searching.waitedNanos() > PATIENCE_MILLIS * 1_000_000;
    }
  }
}
