// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import java.util.List;

/**
 * What the dumps of one JVM say.
 *
 * @param dumps in the order in which they were given
 * @param carriers threads that run virtual threads
 * @param tellsCarriers whether their number is given, not only how many the dumps show
 * @param taken those of them that have one
 * @param pinned virtual threads that keep a carrier while they wait
 * @param running virtual threads on a carrier that are not known to wait
 * @param ready virtual threads that have no carrier and would, as far as is known, run if they had
 *     one: started and never run, or next in the queue of a lock that nobody is known to hold
 * @param readyIsSure whether some of them would; else each waits for a lock that a thread may have
 *     whose stack does not tell, since the method that takes the lock returns with it
 * @param unmounted all virtual threads that have no carrier
 * @param holders threads that do not pin but hold what a pinned thread waits for
 * @param edges which thread waits for which, as far as that is known
 * @param roots who is waited for and waits for nobody, most waited for first
 * @param circle threads that wait for each other, each for the next and the last for the first;
 *     empty if there are none
 */
public record JvmFreeze(
    List<ThreadDump> dumps,
    FreezeVerdict verdict,
    int carriers,
    boolean tellsCarriers,
    int taken,
    List<ThreadView> pinned,
    List<ThreadView> running,
    List<ThreadView> ready,
    boolean readyIsSure,
    List<ThreadView> unmounted,
    List<ThreadView> holders,
    List<WaitEdge> edges,
    List<Root> roots,
    List<WaitEdge> circle,
    int platform) {}
