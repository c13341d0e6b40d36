// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import jdk.jfr.consumer.RecordedThread;

/**
 * What is asked of the threads of all events. A chunk has one object for each thread, and to ask
 * that takes as long as to parse an event, so the last answers are kept.
 */
final class ThreadFacts {

  private static final int SLOTS = 1 << 10;

  /**
   * The answers.
   *
   * @param id as {@code Thread.threadId()}
   */
  record Facts(RecordedThread thread, long id, boolean virtual) {}

  private final Facts[] slots = new Facts[SLOTS];

  Facts of(RecordedThread thread) {
    int slot = System.identityHashCode(thread) & SLOTS - 1;
    Facts facts = slots[slot];
    if (facts == null || facts.thread() != thread) {
      facts = new Facts(thread, thread.getJavaThreadId(), thread.isVirtual());
      slots[slot] = facts;
    }
    return facts;
  }
}
