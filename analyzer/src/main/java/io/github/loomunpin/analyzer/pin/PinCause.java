// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.holder.ClassWait;
import java.util.Optional;

/**
 * What is known about the cause of a pin besides its stack.
 *
 * @param pinnedReason what the JVM says pinned the thread (JDK 24 and newer), else empty
 * @param monitorClass internal name of the class of the monitor a thread blocked or waited on, else
 *     empty
 */
public record PinCause(PinKind kind, String pinnedReason, String monitorClass) {

  private static final String WAITED_FOR = "Waited for initialization of ";

  /**
   * Whether a thread surely waited until another one had initialised a class. It seems to wait on
   * an int array; code that really does so is told by what it calls.
   */
  public boolean waitsForClass(Stack stack) {
    return pinnedReason.startsWith(WAITED_FOR)
        || kind == PinKind.WAITING && isOfIntArray() && !isInObject(stack);
  }

  /** Whether a thread waited for a class or to enter the monitor of an int array of the program. */
  public boolean mayWaitForClass(Stack stack) {
    return waitsForClass(stack) || kind == PinKind.BLOCKED && isOfIntArray() && !isInObject(stack);
  }

  private boolean isOfIntArray() {
    return monitorClass.equals(ClassWait.MONITOR_CLASS);
  }

  private static boolean isInObject(Stack stack) {
    return stack.isEmpty() || stack.frames().getFirst().className().equals("java/lang/Object");
  }

  /** Internal name of the class that the JVM says the thread waited for, if it says so. */
  public Optional<String> classWaitedFor() {
    if (!pinnedReason.startsWith(WAITED_FOR)) {
      return Optional.empty();
    }
    String rest = pinnedReason.substring(WAITED_FOR.length());
    int end = rest.indexOf(' ');
    return Optional.of((end < 0 ? rest : rest.substring(0, end)).replace('.', '/'));
  }

  /** The same as a record's own, which is slower, for every event. */
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
