// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.AlikeThreads;
import io.github.loomunpin.analyzer.freeze.FreezeVerdict;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.JvmFreeze.Root;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.freeze.WaitEdge;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.report.shared.ClassPathWords;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What thread dumps say, in sentences that all formats share. */
final class FreezeWords {

  static final int NAMED_THREADS = 4;
  private static final int SHOWN_ROOTS = 2;
  private static final int SHOWN_HOLDS = 2;
  private static final String IF_ALL =
      "Frozen, if the scheduler has no more carriers than this dump shows: ";
  private static final String UNKNOWN_LIMIT =
      "may go on after a time: a dump does not tell the time-outs that they wait with. ";

  private static final String FROM_ELSEWHERE =
      "may go on when what they read or wait for comes from outside: a second dump, some seconds"
          + " later, tells whether it did. ";

  private static final String IN_NATIVE =
      "may go on when their native methods return, or compute in them: two dumps each by"
          + " Thread.dump_to_file and Thread.print, some seconds apart, tell. ";

  private static final String HELD_UNSEEN =
      ", unless a thread has the lock whose stack does not show it: the method that takes the lock"
          + " returns with it.";

  private static final String NO_VIRTUAL =
      "Nothing can be said: what is left of the dump has no virtual thread. Take another one.";

  private static final String AGAIN_IN_CIRCLE =
      "may go on after a time, unless those in the circle wait again. ";

  private FreezeWords() {}

  /** The dumps in one line, with what they are of. */
  static String dumps(JvmFreeze jvm) {
    ThreadDump first = jvm.dumps().getFirst();
    String version =
        jvm.dumps().stream()
            .map(dump -> dump.jvm().version())
            .filter(v -> !v.isEmpty())
            .findFirst()
            .map(v -> "JDK " + v)
            .orElse("a JVM that is not named");
    String files =
        jvm.dumps().size() == 1
            ? first.source()
            : Counted.of(jvm.dumps().size(), "dump", "dumps")
                + over(jvm)
                + " ("
                + jvm.dumps().stream().map(ThreadDump::source).collect(Collectors.joining(", "))
                + ")";
    return files
        + ": "
        + version
        + (first.pid() == 0 ? "" : ", process " + first.pid())
        + ", "
        + Counted.of(virtualThreads(jvm), "virtual thread", "virtual threads")
        + (jvm.carriers() == 0
            ? ""
            : ", "
                + jvm.taken()
                + " of "
                + Counted.of(jvm.carriers(), "carrier", "carriers")
                + " taken");
  }

  private static long virtualThreads(JvmFreeze jvm) {
    return Stream.of(jvm.pinned(), jvm.running(), jvm.unmounted())
        .flatMap(List::stream)
        .map(ThreadView::label)
        .distinct()
        .count();
  }

  private static String over(JvmFreeze jvm) {
    Optional<LocalDateTime> first = jvm.dumps().getFirst().time();
    Optional<LocalDateTime> last = jvm.dumps().getLast().time();
    boolean comparable = jvm.dumps().stream().map(ThreadDump::pid).distinct().count() == 1;
    if (first.isEmpty() || last.isEmpty() || !comparable) {
      return " of one JVM";
    }
    Duration between = Duration.between(first.get(), last.get());
    return between.isNegative() ? " of one JVM" : " over " + Times.of(between.toNanos());
  }

  /** The answer. */
  static String verdict(JvmFreeze jvm) {
    boolean cut = jvm.dumps().stream().anyMatch(ThreadDump::cut);
    if (cut && jvm.verdict() == FreezeVerdict.NOTHING_PINNED && virtualThreads(jvm) == 0) {
      return NO_VIRTUAL;
    }
    return ClassPathWords.of(jvm.classPath())
        + (cut ? "Perhaps (a dump is cut off): " : "")
        + (jvm.isDeadlock() && jvm.verdict() != FreezeVerdict.CIRCLE
            ? "Perhaps deadlocked: " + circle(jvm) + FreezeRemedy.ofDeadlock(jvm) + " "
            : "")
        + ofWhole(jvm)
        + FreezeRemedy.of(jvm)
        + toCopy(jvm);
  }

  /** The last sentence, if it ends with a command or an option to copy. */
  private static String toCopy(JvmFreeze jvm) {
    return switch (jvm.verdict()) {
      case NO_CARRIER_LEFT -> ofAgent(jvm);
      case STOOD_STILL -> StandstillWords.toCopy(jvm);
      case STACKS_MISSING -> " Take one that has: jcmd PID Thread.dump_to_file FILE";
      default -> "";
    };
  }

  private static String ofWhole(JvmFreeze jvm) {
    return switch (jvm.verdict()) {
      case CIRCLE -> (isPossible(jvm.circle()) ? "Perhaps frozen: " : "Frozen: ") + circle(jvm);
      case NO_CARRIER_LEFT ->
          (othersMayCome(jvm) ? IF_ALL : "Frozen: ")
              + all(jvm.carriers())
              + " kept by virtual threads that are pinned and wait. "
              + (jvm.ready().isEmpty()
                  ? Counted.of(jvm.unmounted().size(), "other has", "others have")
                      + " no carrier to run on."
                  : Counted.of(jvm.ready().size(), "other could", "others could")
                      + (jvm.readyIsSure() ? "" : " perhaps")
                      + " run, but "
                      + (jvm.ready().size() == 1 ? "has" : "have")
                      + " no carrier"
                      + (jvm.readyIsSure() ? "." : HELD_UNSEEN));
      case SHORT_OF_CARRIERS ->
          "Short of carriers: "
              + all(jvm.carriers())
              + " kept by virtual threads that are pinned and wait, but "
              + goOn(jvm)
              + Counted.of(jvm.unmounted().size(), "other has", "others have")
              + " no carrier to run on meanwhile.";
      case CARRIERS_BUSY ->
          "Starved: "
              + all(jvm.carriers())
              + " taken by virtual threads that "
              + (jvm.pinned().isEmpty() ? "" : "are pinned and wait, or ")
              + (mayEnter(jvm) ? "enter a monitor, or " : "")
              + "run without a pause, and "
              + Counted.of(jvm.ready().size(), "other waits", "others wait")
              + " for one."
              + liveLock(jvm);
      case SOME_PINNED ->
          Counted.of(jvm.pinned().size(), "virtual thread is", "virtual threads are")
              + " pinned and "
              + (jvm.pinned().size() == 1 ? "waits" : "wait")
              + ". "
              + (jvm.taken() < jvm.carriers()
                  ? Counted.of(jvm.carriers() - jvm.taken(), "carrier is", "carriers are")
                      + " free."
                  : "Nobody is known to need the carriers.");
      case WERE_PINNED ->
          Counted.of(jvm.pinned().size(), "stack", "stacks")
              + " of virtual threads that parked while pinned. The JVM prints each only once, and"
              + " nothing of the threads that block or wait at a monitor.";
      case STOOD_STILL -> StandstillWords.of(jvm);
      case STACKS_MISSING ->
          Counted.of(jvm.taken(), "carrier has a virtual thread", "carriers have virtual threads")
              + ", but on this JDK such a dump has no stacks of them.";
      case NOTHING_PINNED -> "No virtual thread keeps a carrier while it waits.";
    };
  }

  /**
   * What to do where the agent has made the standstill. It gives a carrier to each thread that owns
   * one of its locks, whatever else waits, so this is a bug.
   */
  private static String ofAgent(JvmFreeze jvm) {
    List<ThreadView> owners = jvm.ownersWithoutCarrier();
    if (owners.isEmpty()) {
      return "";
    }
    String classes =
        owners.stream()
            .flatMap(owner -> owner.holds().stream())
            .filter(held -> !held.pins())
            .flatMap(held -> held.site().stream())
            .map(held -> toExclude(held.site()))
            .distinct()
            .collect(Collectors.joining(","));
    return " The agent made this standstill: "
        + names(owners)
        + (owners.size() == 1 ? " has" : " have")
        + " a lock that it made of a monitor, but no carrier, on which the monitor would have kept"
        + (owners.size() == 1 ? " it." : " them.")
        + " Report it as a bug, with this dump, and meanwhile leave such objects to the JVM:"
        + " exclude="
        + classes;
  }

  /** The class of the object, or for plain objects that of the code that locks them. */
  private static String toExclude(MonitorSite site) {
    String type = site.operand().type();
    return type.equals("java.lang.Object") || type.equals("java.lang.Class")
        ? site.owner().replace('/', '.')
        : type;
  }

  /** Says perhaps after a single dump, which may have met a loop that ends. */
  private static String liveLock(JvmFreeze jvm) {
    boolean sure =
        jvm.running().stream().allMatch(thread -> thread.seen() > 1)
            && jvm.pinned().stream().allMatch(thread -> thread.seen() > 1);
    return jvm.polling().isEmpty()
        ? ""
        : (sure ? " It is a live-lock" : " It is perhaps a live-lock")
            + ": they poll in a loop, "
            + jvm.polling().stream()
                .map(frame -> frame.className().replace('/', '.') + "." + frame.method())
                .distinct()
                .collect(Collectors.joining(" and "))
            + ", and do not let the others run.";
  }

  private static String circle(JvmFreeze jvm) {
    long threads = jvm.circle().stream().map(edge -> edge.waiter().label()).distinct().count();
    return Counted.of(threads, "thread waits", "threads wait")
        + " for each other"
        + (threads == jvm.circle().size() ? " in a circle" : "")
        + (isGuessed(jvm.circle()) ? ", as far as lines can tell" : "")
        + unless(jvm.circle())
        + ".";
  }

  private static boolean isPossible(List<WaitEdge> circle) {
    return circle.stream().anyMatch(edge -> edge.surety() == Surety.POSSIBLE);
  }

  /** Others may do what is waited for, too. */
  private static String unless(List<WaitEdge> circle) {
    return circle.stream()
        .filter(edge -> !edge.deed().isEmpty())
        .findFirst()
        .map(edge -> ", unless another one " + edge.deed() + " " + edge.what())
        .orElse("");
  }

  /** At the entry of a monitor, a thread that waits looks like one that runs. */
  private static boolean mayEnter(JvmFreeze jvm) {
    return jvm.running().stream()
        .flatMap(thread -> thread.holds().stream())
        .anyMatch(held -> held.depth() == 0 && held.surety() == Surety.POSSIBLE);
  }

  /** The scheduler ends a carrier that has nothing to do, and starts one when there is work. */
  private static boolean othersMayCome(JvmFreeze jvm) {
    return !jvm.tellsCarriers() && jvm.ready().isEmpty();
  }

  /** Some moved, or give a time in their code. */
  private static String goOn(JvmFreeze jvm) {
    List<ThreadView> circle = jvm.circle().stream().map(WaitEdge::waiter).toList();
    boolean sure =
        jvm.pinned().stream()
            .anyMatch(
                thread ->
                    !thread.isStill()
                        || !circle.contains(thread)
                            && thread
                                .waits()
                                .filter(wait -> wait.limit() == Waits.Limit.TIME)
                                .isPresent());
    if (sure) {
      return "go on after a time. ";
    }
    List<Waits> waits = jvm.pinned().stream().flatMap(thread -> thread.waits().stream()).toList();
    if (waits.stream().anyMatch(Waits::mayCompute)) {
      return IN_NATIVE;
    }
    boolean timed = waits.stream().anyMatch(Waits::mayTimeOut);
    return !timed ? FROM_ELSEWHERE : circle.isEmpty() ? UNKNOWN_LIMIT : AGAIN_IN_CIRCLE;
  }

  private static String all(int carriers) {
    return all(carriers, "is", "are");
  }

  /** All carriers, with the verb for one or for several. */
  static String all(int carriers, String one, String several) {
    return switch (carriers) {
      case 1 -> "the only carrier " + one;
      case 2 -> "both carriers " + several;
      default -> "all " + carriers + " carriers " + several;
    };
  }

  static boolean isGuessed(List<WaitEdge> edges) {
    return edges.stream().anyMatch(edge -> edge.surety() != Surety.SAID);
  }

  /** The threads of a group, the first of them by name. */
  static String names(List<ThreadView> threads) {
    List<String> labels = threads.stream().map(ThreadView::label).distinct().toList();
    String named = labels.stream().limit(NAMED_THREADS).collect(Collectors.joining(", "));
    int more = labels.size() - NAMED_THREADS;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  /** How many there are, to stand before their names; nothing for one. */
  static String count(List<ThreadView> threads) {
    boolean each = threads.stream().map(ThreadView::label).distinct().count() == threads.size();
    return threads.size() == 1 ? "" : threads.size() + (each ? " threads: " : " stacks of ");
  }

  /** Whether the threads of a group moved between dumps; empty for a single dump. */
  static String stillness(AlikeThreads group) {
    int seen = group.threads().stream().mapToInt(ThreadView::seen).min().orElse(1);
    int still = group.threads().stream().mapToInt(ThreadView::still).min().orElse(1);
    if (seen < 2) {
      return "";
    }
    return still == seen
        ? "the same stack in " + seen + " dumps"
        : still == 1
            ? "moved before the last dump"
            : "the same stack in the last " + still + " dumps";
  }

  /** What stands between the waiters and the owners. */
  static String waitFor(WaitArrow arrow) {
    return (arrow.waiters().size() == 1 ? " waits for " : " wait for ")
        + arrow.what()
        + (arrow.deed().isEmpty() ? ", which " : " that perhaps ");
  }

  /** What stands behind the owners. */
  static String haveIt(WaitArrow arrow) {
    return arrow.deed().isEmpty()
        ? (arrow.what().startsWith(WaitEdge.INITIALIZATION) ? " runs" : " holds")
            + (arrow.surety() == Surety.POSSIBLE ? " (perhaps)" : "")
        : " " + arrow.deed();
  }

  /** For whom others wait in the end, a sentence each. */
  static List<String> roots(JvmFreeze jvm) {
    return jvm.roots().stream().limit(SHOWN_ROOTS).map(root -> root(root, jvm)).toList();
  }

  /** Who waits for a root whatever carriers there are, as a clause. */
  static String stillWaitFor(Root root) {
    ThreadView thread = root.thread();
    return Counted.of(root.direct().size() + root.behind().size(), "still waits", "still wait")
        + " for the "
        + (thread.place() == Place.PLATFORM ? "platform" : "virtual")
        + " thread "
        + thread.label()
        + ", which "
        + (root.surety() == Surety.POSSIBLE ? "perhaps " : "")
        + "holds what they need and "
        + thread.waits().map(HeldWords::waits).orElseThrow();
  }

  private static String root(Root root, JvmFreeze jvm) {
    ThreadView thread = root.thread();
    int waiting = root.direct().size() + root.behind().size();
    List<String> parts = new ArrayList<>();
    HeldWords.holds(thread).stream()
        .limit(SHOWN_HOLDS)
        .map(HeldWords.Holding::text)
        .forEach(parts::add);
    thread
        .waits()
        .map(waits -> jvm.ready().contains(thread) ? lacks(thread) : HeldWords.waits(waits))
        .ifPresent(parts::add);
    if (thread.waits().isEmpty()) {
      thread.caller().ifPresent(at -> parts.add("is at " + JavaNames.frame(at)));
    }
    return "At the root"
        + (root.surety() == Surety.POSSIBLE ? " (perhaps)" : "")
        + ": "
        + thread.label()
        + ", for which "
        + Counted.of(waiting, "thread waits", "threads wait")
        + (root.behind().isEmpty() ? "" : ", " + root.behind().size() + " of them behind another")
        + (parts.isEmpty() ? "" : "; it " + String.join("; ", parts))
        + ".";
  }

  /** Where a thread stopped that has no carrier to go on. */
  static String lacks(ThreadView thread) {
    boolean slept = thread.waits().filter(waits -> waits.kind() == Waits.Kind.TIME).isPresent();
    return at(thread) + (slept ? ", but its time is over" : "");
  }

  /** Where a thread without a carrier stopped. */
  static String at(ThreadView thread) {
    return thread.hasNeverRun()
        ? "started, and has never run"
        : thread.waits().map(HeldWords::waits).orElse("");
  }
}
