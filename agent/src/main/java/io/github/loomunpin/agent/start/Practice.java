// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.rules.classfile.OwnFiles;

/**
 * Rewrites a sample in a thread of its own, so that what the rewriter needs is loaded while the
 * application starts and not when its first classes wait to be rewritten, perhaps with little stack
 * or memory to initialise anything.
 */
final class Practice extends Thread {

  private static final String SAMPLE =
      Practice.class.getPackageName().replace('.', '/').concat("/PracticeSample.class");

  private final ClassRewriter rewriter;

  private Practice(ClassRewriter rewriter) {
    super(null, null, "loom-unpin practice", 0, false);
    this.rewriter = rewriter;
    setDaemon(true);
  }

  static void begin(ClassRewriter rewriter) {
    new Practice(rewriter).start();
  }

  @Override
  public void run() {
    try {
      rewriter.rewrite(OwnFiles.read(Practice.class, SAMPLE));
    } catch (Throwable e) {
      // The agent does without; what is wrong will show where it matters.
    }
  }
}
