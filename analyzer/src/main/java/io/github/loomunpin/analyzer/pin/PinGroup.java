// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * All pins of one kind with the same stack.
 *
 * @param pinnedReason what the JVM says pinned the thread (JDK 24 and newer), else empty
 * @param monitorClass internal name of the class of the monitor a thread blocked or waited on, else
 *     empty
 */
public record PinGroup(
    PinKind kind, Stack stack, String pinnedReason, String monitorClass, Tally tally) {}
