// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

/** What every generated class is. */
public interface GeneratedProgram {

  /** The objects that it locks and that are watched, all different. */
  Object[] locks();

  /** Goes through locks in one thread, which has the same trace whenever it is done. */
  void alone(Trace trace) throws Exception;

  /** What each of several threads does at once: it counts inside locks. */
  void together(Crowd.Member member) throws Exception;

  /**
   * The objects on which threads wait for their turn: all of them on the first, two on the second.
   */
  int[] turns();

  /** Waits for this thread's turn on the first or second of these objects, and ends the turn. */
  void turn(Crowd.Member member, int which) throws Exception;
}
