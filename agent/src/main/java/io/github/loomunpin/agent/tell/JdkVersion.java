// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.util.List;

/** The version of a JDK in words. */
public final class JdkVersion {

  private JdkVersion() {}

  /** That of this JVM. */
  public static String ofThisJvm() {
    return text(Runtime.version());
  }

  /**
   * The text of a version as {@link Runtime.Version#toString} writes it. That method would make the
   * JVM link its lambdas while the application waits to be started.
   */
  static String text(Runtime.Version version) {
    StringBuilder text = new StringBuilder();
    List<Integer> numbers = version.version();
    for (int i = 0; i < numbers.size(); i++) {
      text.append(i == 0 ? "" : ".").append(numbers.get(i));
    }
    if (version.pre().isPresent()) {
      text.append('-').append(version.pre().get());
    }
    if (version.build().isPresent()) {
      text.append('+').append(version.build().get());
    }
    if (version.optional().isPresent()) {
      boolean isFirst = version.build().isEmpty() && version.pre().isEmpty();
      text.append(isFirst ? "+-" : "-").append(version.optional().get());
    }
    return text.toString();
  }
}
