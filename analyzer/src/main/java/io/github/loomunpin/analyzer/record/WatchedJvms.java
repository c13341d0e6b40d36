// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.util.List;

/** The JVMs that a run looks at. */
interface WatchedJvms {

  /** Those that are known by now, whether they still run or not. */
  List<JvmWatch> watches();

  /** Whether there is nothing more to record. */
  boolean haveEnded() throws InterruptedException;

  /** A JVM that ran before. */
  record Running(JvmWatch watch) implements WatchedJvms {
    @Override
    public List<JvmWatch> watches() {
      return List.of(watch);
    }

    @Override
    public boolean haveEnded() {
      return !watch.process().isAlive();
    }
  }
}
