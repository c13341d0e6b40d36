// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a thread waits for until another one gives it, with the methods of {@code
 * java.util.concurrent} that do the one and the other.
 */
enum HandoverMethod {
  /** {@code Object.wait} and {@code notify} are sites of their own. */
  NOTIFICATION("a notification", "", "", ""),
  SIGNAL(
      "a notification",
      "locks/(Condition|Abstract(Queued|QueuedLong)Synchronizer\\$ConditionObject)",
      "await\\w*",
      "signal\\w*"),
  ELEMENT(
      "an element",
      HandoverMethod.QUEUES,
      "(take|poll)(First|Last)?",
      "(put|offer|add)(First|Last)?|addAll|push|transfer|tryTransfer"),
  ROOM(
      "room",
      HandoverMethod.QUEUES,
      "(put|offer)(First|Last)?|transfer|tryTransfer",
      "(take|poll)(First|Last)?|remove\\w*|pop|drainTo|clear|retainAll"),
  COUNT("a count-down", "CountDownLatch", "await", "countDown"),
  PERMIT("a permit", "Semaphore", "(tryA|a)cquire\\w*", "release"),
  ARRIVAL("an arrival", "CyclicBarrier", "await", "await|reset"),
  PHASE("an arrival", "Phaser", "\\w*[aA]wait\\w*", "arrive\\w*|forceTermination"),
  EXCHANGE("an exchange", "Exchanger", "exchange", "exchange"),
  COMPLETION(
      "a completion",
      "(Completable)?Future|CompletionStage|FutureTask",
      "get|join",
      "complete(Exceptionally|Async)?|obtrude\\w+");

  private static final String QUEUES =
      "\\w*(BlockingQueue|BlockingDeque|TransferQueue)|DelayQueue|SynchronousQueue";

  /** Types of collections for which nobody waits, unless the object is a queue as well. */
  private static final Pattern COLLECTION =
      Pattern.compile("java/util/(\\w*(Queue|Deque)|\\w*Collection)");

  private static final Set<String> INTERFACES =
      Stream.of(
              "BlockingQueue",
              "BlockingDeque",
              "TransferQueue",
              "Future",
              "CompletionStage",
              "locks/Condition")
          .map(name -> "java/util/concurrent/" + name)
          .collect(Collectors.toUnmodifiableSet());

  private final String what;
  private final Pattern types;
  private final Pattern waiting;
  private final Pattern giving;

  HandoverMethod(String what, String types, String waiting, String giving) {
    this.what = what;
    this.types = Pattern.compile("java/util/concurrent/(" + types + ")");
    this.waiting = Pattern.compile(waiting);
    this.giving = Pattern.compile(giving);
  }

  /** Those that are given by calls. */
  static Stream<HandoverMethod> all() {
    return Stream.of(values()).filter(handover -> handover != NOTIFICATION);
  }

  /** What is waited for, one clause. */
  String what() {
    return what;
  }

  /**
   * Whether a call may wait for it.
   *
   * @param above what a class extends and implements, by internal name
   */
  boolean isWaitedForBy(Step call, Function<String, Set<String>> above) {
    return call.calls() && waiting.matcher(call.name()).matches() && isOf(call.owner(), above);
  }

  /** Whether a call gives it, if its object is the one that is waited at. */
  boolean isGivenBy(Step call, Function<String, Set<String>> above) {
    return call.calls()
        && giving.matcher(call.name()).matches()
        && (isOf(call.owner(), above)
            || (this == ELEMENT || this == ROOM) && COLLECTION.matcher(call.owner()).matches());
  }

  /**
   * Whether an object may be of the type by which code names it, which tells that threads wait
   * there.
   *
   * @param actual its class, or one that its class extends
   */
  boolean mayBe(String actual, String type, Function<String, Set<String>> above) {
    return type.startsWith("java/")
        ? isOf(type, above) && (type.equals(actual) || INTERFACES.contains(type))
        : above.apply(type).contains(actual);
  }

  private boolean isOf(String type, Function<String, Set<String>> above) {
    return types.matcher(type).matches()
        || !type.startsWith("java/")
            && above.apply(type).stream().anyMatch(name -> types.matcher(name).matches());
  }
}
