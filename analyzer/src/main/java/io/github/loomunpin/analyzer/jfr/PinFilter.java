// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.PinKind;

/** Which of a recording's pins are asked for. */
@FunctionalInterface
public interface PinFilter {

  PinFilter ALL = (kind, thread, span, stack) -> true;

  /**
   * @param thread as {@code Thread.threadId()}, -1 if unknown
   */
  boolean takes(PinKind kind, long thread, TimeSpan span, Stack stack);
}
