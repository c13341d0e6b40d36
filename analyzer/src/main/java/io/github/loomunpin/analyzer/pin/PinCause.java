// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.Optional;

/**
 * What is known about the cause of a pin besides its stack.
 *
 * @param pinnedReason what the JVM says pinned the thread (JDK 24 and newer), else empty
 * @param monitorClass internal name of the class of the monitor a thread blocked or waited on, else
 *     empty
 */
public record PinCause(PinKind kind, String pinnedReason, String monitorClass) {

  /**
   * Whether a thread waited until another one had initialized a class, as far as the recording
   * tells; the code of the innermost frame may tell more.
   */
  public ClassWait classWait(Stack stack) {
    if (classWaitedFor().isPresent()) {
      return ClassWait.YES;
    }
    return kind == PinKind.PARKED
        ? ClassWait.NO
        : ClassWait.recorded(
            kind == PinKind.WAITING,
            monitorClass,
            stack.isEmpty() ? "" : stack.frames().getFirst().className());
  }

  /** Whether it surely did, as far as the recording tells. */
  public boolean waitsForClass(Stack stack) {
    return classWait(stack) == ClassWait.YES;
  }

  /** Internal name of the class that the JVM says the thread waited for, if it says so. */
  public Optional<String> classWaitedFor() {
    return ClassWait.said(pinnedReason);
  }

  /** Compares as a record's own {@code equals} would, but faster, since it runs for every event. */
  @Override
  public boolean equals(Object object) {
    return this == object
        || object instanceof PinCause other
            && kind == other.kind
            && pinnedReason.equals(other.pinnedReason)
            && monitorClass.equals(other.monitorClass);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * kind.ordinal() + pinnedReason.hashCode()) + monitorClass.hashCode();
  }

  public static PinCause of(PinKind kind) {
    return new PinCause(kind, "", "");
  }
}
