// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.rules.classfile.OwnFiles;

/**
 * Rewrites a sample in a thread of its own, so that what the rewriter needs is loaded while the
 * application starts and not when its first classes wait to be rewritten, perhaps with little stack
 * or memory to initialize anything.
 */
final class RewriterWarmUp extends Thread {

  private static final String SAMPLE =
      RewriterWarmUp.class.getPackageName().replace('.', '/').concat("/WarmUpSample.class");

  /** Long enough for most applications to have started. */
  private static final long LATER_MILLIS = 60_000;

  private final MonitorTransformer transformer;
  private final boolean later;

  private RewriterWarmUp(MonitorTransformer transformer, boolean later) {
    super(null, null, "loom-unpin practice", 0, false);
    this.transformer = transformer;
    this.later = later;
    setDaemon(true);
  }

  /**
   * @param later whether the start is likely to need no rewriter, so that it comes first
   */
  static void begin(MonitorTransformer transformer, boolean later) {
    new RewriterWarmUp(transformer, later).start();
  }

  @Override
  public void run() {
    try {
      if (later) {
        Thread.sleep(LATER_MILLIS);
      }
      transformer.rewriter().rewrite(OwnFiles.read(RewriterWarmUp.class, SAMPLE));
    } catch (Throwable e) {
      // The agent does without; what is wrong will show where it matters.
    }
  }
}
