// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.runtime.UnpinHeldLock;
import java.util.ArrayList;
import java.util.List;

/** What is known of converted locks. */
interface Locks {

  /** Objects that are held, contended or waited on at this moment. */
  long live();

  /** How often a thread had to sleep for one. */
  long contendedEntries();

  /** For how long in all. */
  long contendedMillis();

  /** How often a thread has waited to be notified. */
  long waits();

  /** Those that threads wait to enter at this moment, the longest wait first, and not too many. */
  List<ContendedLock> contended();

  /**
   * Asks the runtime. This class cannot be loaded before the part of the runtime that looks at
   * locks is there.
   */
  final class OfRuntime implements Locks {

    private static final int MOST = 20;
    private static final int FRAMES = 20;

    @Override
    public long live() {
      return UnpinControl.liveLocks();
    }

    @Override
    public long contendedEntries() {
      return UnpinControl.contendedEntries();
    }

    @Override
    public long contendedMillis() {
      return UnpinControl.contendedNanos() / 1_000_000;
    }

    @Override
    public long waits() {
      return UnpinControl.waits();
    }

    @Override
    public List<ContendedLock> contended() {
      List<ContendedLock> shown = new ArrayList<>();
      for (UnpinHeldLock lock : UnpinHeldLock.contended(MOST)) {
        shown.add(
            new ContendedLock(
                lock.object(),
                lock.ownerId(),
                lock.ownerName(),
                stack(lock),
                lock.waiting(),
                lock.longestWaitNanos() / 1_000_000));
      }
      return shown;
    }

    /** Without the frames of the lock itself, in which an owner may just be. */
    private static String[] stack(UnpinHeldLock lock) {
      List<String> frames = new ArrayList<>();
      for (StackTraceElement frame : lock.ownerStack()) {
        if (frames.size() < FRAMES) {
          frames.add(frame.toString());
        }
      }
      return frames.toArray(new String[0]);
    }
  }

  /** Where nothing is rewritten. */
  final class None implements Locks {

    @Override
    public long live() {
      return 0;
    }

    @Override
    public long contendedEntries() {
      return 0;
    }

    @Override
    public long contendedMillis() {
      return 0;
    }

    @Override
    public long waits() {
      return 0;
    }

    @Override
    public List<ContendedLock> contended() {
      return List.of();
    }
  }
}
