// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;

/**
 * A blocked thread, as an event or a look at it has shown it.
 *
 * @param kind how it blocks
 * @param ofClass whether it waits for another one to initialize a class, as far as that is known
 *     without its code
 * @param frames innermost first
 * @param truncated whether frames are missing at the outer end
 * @param monitorClass internal name of the class of the object it waits on, empty if unknown
 */
public record BlockedThread(
    PinKind kind,
    ClassWait ofClass,
    List<? extends StackFrame> frames,
    boolean truncated,
    String monitorClass) {}
