// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static io.github.loomunpin.conformance.model.World.INTERRUPTED;
import static io.github.loomunpin.conformance.model.World.LOST;
import static io.github.loomunpin.conformance.model.World.PERMIT;
import static io.github.loomunpin.conformance.model.World.STATUS;

/** The status of those who queue or wait, and how they park. */
final class Parking {

  static final int RUNNING = 0;
  static final int ASLEEP = 1;
  static final int WAITING = 2;
  static final int WOKEN = 3;
  static final int NOT_WOKEN = 4;

  private Parking() {}

  static boolean change(Turn t, int n, int from, int to) {
    if (t.node(n, STATUS) != from) {
      return false;
    }
    t.node(n, STATUS, to);
    return true;
  }

  /** Parking fails for want of memory, or returns at once, or the thread stands still. */
  static void park(Turn t, Step parked, Step after) {
    if (t.local(PERMIT) != 0 || t.local(INTERRUPTED) != 0) {
      t.local(PERMIT, 0);
      t.go(after);
    } else {
      t.go(t.fails() ? after : parked);
    }
  }

  static boolean unparked(Turn t, Step after) {
    if (t.local(PERMIT) == 0 || t.local(LOST) != 0) {
      return false;
    }
    t.local(PERMIT, 0);
    t.go(after);
    return true;
  }
}
