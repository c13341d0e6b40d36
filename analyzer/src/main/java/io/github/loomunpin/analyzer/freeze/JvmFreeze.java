// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
 * @param polling where the threads that take the carriers poll in a loop, in every dump, if all of
 *     them do
 * @param holders threads that do not pin but hold what a pinned thread waits for
 * @param edges which thread waits for which, as far as that is known
 * @param roots who is waited for and waits for nobody, most waited for first
 * @param circle threads that wait for each other, with several edges from one if each of their
 *     owners may be it; empty if there are none
 * @param platform how many platform threads there are
 * @param classPath whether the class path casts doubt on what keeps these threads
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
    List<Frame> polling,
    List<ThreadView> holders,
    List<WaitEdge> edges,
    List<Root> roots,
    List<WaitEdge> circle,
    int platform,
    ClassPathDoubt classPath) {

  /** This, with what is wrong with the class path. */
  public JvmFreeze with(ClassPathDoubt doubt) {
    return new JvmFreeze(
        dumps,
        verdict,
        carriers,
        tellsCarriers,
        taken,
        pinned,
        running,
        ready,
        readyIsSure,
        unmounted,
        polling,
        holders,
        edges,
        roots,
        circle,
        platform,
        doubt);
  }

  /**
   * Threads that would go on if they had a carrier, while threads that keep all carriers wait for a
   * lock which they have and the agent has made of a monitor. Without the agent they would have
   * kept their carriers.
   */
  public List<ThreadView> ownersWithoutCarrier() {
    return verdict != FreezeVerdict.NO_CARRIER_LEFT
        ? List.of()
        : roots.stream()
            .map(Root::thread)
            .filter(ready::contains)
            .filter(thread -> thread.holds().stream().anyMatch(held -> !held.pins()))
            .toList();
  }

  /** Whether the threads of the circle hold what they wait for, and no time-out ends that. */
  public boolean isDeadlock() {
    return !circle.isEmpty()
        && circle.stream().allMatch(edge -> edge.deed().isEmpty() && !edge.mayTimeOut());
  }

  /**
   * Threads for which others wait even if all get carriers, because they wait for something outside
   * the JVM.
   */
  public List<Root> waitOutside() {
    return roots.stream()
        .filter(root -> !ready.contains(root.thread()))
        .filter(root -> root.thread().waits().filter(Waits::isForOutside).isPresent())
        .toList();
  }

  /** Since when no virtual thread moved, if a recording tells. */
  public Optional<RecordedStandstill> stoodStill() {
    return dumps.stream().flatMap(dump -> dump.still().stream()).findFirst();
  }

  /**
   * A thread that others wait for, and that waits for none itself, as far as is known.
   *
   * @param direct those that wait for it
   * @param behind those that wait for one of these, or for one that does so
   * @param surety how all of that is known, at the weakest point
   */
  public record Root(
      ThreadView thread, List<ThreadView> direct, List<ThreadView> behind, Surety surety) {

    /**
     * Follows who waits for whom. Those for whom most threads wait come first. A thread in a circle
     * is not a root, nor is one that waits for such a thread.
     */
    static List<Root> of(List<WaitEdge> edges) {
      Set<ThreadView> waiters = identitySet();
      edges.forEach(edge -> waiters.add(edge.waiter()));
      Set<ThreadView> seen = identitySet();
      return edges.stream()
          .map(WaitEdge::owner)
          .filter(owner -> !waiters.contains(owner) && seen.add(owner))
          .map(owner -> root(owner, edges))
          .sorted(
              Comparator.comparingInt((Root root) -> root.direct().size() + root.behind().size())
                  .reversed())
          .toList();
    }

    private static Root root(ThreadView thread, List<WaitEdge> edges) {
      Set<ThreadView> known = identitySet();
      known.add(thread);
      List<ThreadView> direct = new ArrayList<>();
      List<ThreadView> behind = new ArrayList<>();
      Surety weakest = Surety.SAID;
      Set<ThreadView> front = identitySet();
      front.add(thread);
      while (!front.isEmpty()) {
        Set<ThreadView> next = identitySet();
        for (WaitEdge edge : edges) {
          if (front.contains(edge.owner()) && known.add(edge.waiter())) {
            next.add(edge.waiter());
            (edge.owner() == thread ? direct : behind).add(edge.waiter());
            weakest = weakest.weaker(edge.surety());
          }
        }
        front = next;
      }
      return new Root(thread, direct, behind, weakest);
    }

    private static Set<ThreadView> identitySet() {
      return Collections.newSetFromMap(new IdentityHashMap<>());
    }
  }
}
