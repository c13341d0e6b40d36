// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

/** Code with monitors that runs once as compiled and once as rewritten. */
public interface Program {

  /** Reports what it does to {@link Probe}. */
  Object run(Locks locks) throws Throwable;
}
