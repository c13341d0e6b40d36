// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * What is known about the cause of a pin besides its stack.
 *
 * @param pinnedReason what the JVM says pinned the thread (JDK 24 and newer), else empty
 * @param monitorClass internal name of the class of the monitor a thread blocked or waited on, else
 *     empty
 */
public record PinCause(PinKind kind, String pinnedReason, String monitorClass) {

  public static PinCause of(PinKind kind) {
    return new PinCause(kind, "", "");
  }
}
