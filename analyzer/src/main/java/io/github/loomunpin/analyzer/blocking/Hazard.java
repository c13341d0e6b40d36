// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.result.Library;

/**
 * A place that pins a virtual thread which blocks, although it is not a site.
 *
 * @param owner internal name of the class
 * @param line -1 when not known
 * @param grade {@link Grade#BLOCKS} or {@link Grade#MAY_BLOCK}
 */
public record Hazard(
    Kind kind,
    Library library,
    String owner,
    String method,
    String descriptor,
    int line,
    Grade grade,
    BlockingPath path) {

  /** Why it pins. */
  public enum Kind {
    /** A class initializer that blocks: native frames are below it, on every JDK. */
    CLASS_INITIALIZER,
    /** A native method that may call back what blocks: its frame is below it, on every JDK. */
    NATIVE_METHOD,
    /** A function that a map or collection of the JDK runs while it holds a monitor. */
    MAP_FUNCTION,
    /** A function that a map of the JDK runs under a monitor that the agent leaves native. */
    TABLE_FUNCTION;

    /** Whether the agent ends such pins. */
    public boolean endsWithAgent() {
      return this == MAP_FUNCTION;
    }
  }
}
