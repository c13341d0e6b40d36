// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

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
}
