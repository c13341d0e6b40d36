// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.List;

/**
 * A pin as the JVM has reported it.
 *
 * @param kind how the thread blocked
 * @param reason what the JVM says pinned it; empty if it says nothing
 * @param ofClass whether it waited for another thread to initialize a class; the code of the
 *     innermost frame may tell more
 * @param frames innermost first
 * @param truncated whether there were more
 * @param monitorClass internal name of the class of the object that it could not enter or waited
 *     on; empty if there is none, or if the JVM does not say
 */
record SeenPin(
    PinKind kind,
    String reason,
    ClassWait ofClass,
    List<SeenFrame> frames,
    boolean truncated,
    String monitorClass) {

  /** A pin of which the JVM names no object. */
  SeenPin(
      PinKind kind, String reason, ClassWait ofClass, List<SeenFrame> frames, boolean truncated) {
    this(kind, reason, ofClass, frames, truncated, "");
  }
}
