// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.List;

/**
 * A pin as the JVM has told of it.
 *
 * @param kind how the thread blocked
 * @param reason what the JVM says pinned it; empty if it says nothing
 * @param ofClass whether it waited for another thread to initialize a class; the code of the
 *     innermost frame may tell more
 * @param frames innermost first
 * @param truncated whether there were more
 */
record SeenPin(
    PinKind kind, String reason, ClassWait ofClass, List<SeenFrame> frames, boolean truncated) {}
