// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

/** The shutdown hook of an agent that rewrites nothing. */
public final class LastWords extends Thread {

  private final Outcome outcome;
  private final Runnable words;

  /**
   * A hook to be added to the JVM's.
   *
   * @param words says what there is to say
   */
  public LastWords(Outcome outcome, Runnable words) {
    super("loom-unpin end");
    this.outcome = outcome;
    this.words = words;
  }

  @Override
  public void run() {
    outcome.log().beginEnd();
    words.run();
    outcome.log().end();
  }
}
