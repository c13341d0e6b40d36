// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.stack.ClassPathDoubt;

/** The beginning of a verdict on which the class path casts doubt. */
public final class ClassPathWords {

  private ClassPathWords() {}

  /** One sentence, with a blank behind it; empty if nothing is doubtful. */
  public static String of(ClassPathDoubt doubt) {
    if (doubt.equals(ClassPathDoubt.NONE)) {
      return "";
    }
    String has =
        doubt.otherVersions()
            ? "has other versions of classes than those that ran"
                + (doubt.lacksClasses() ? ", and lacks others" : "")
            : "lacks classes that ran";
    return "The class path " + has + ": give the one that ran with --class-path. ";
  }
}
