// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;
import java.util.Optional;

/**
 * Whether a thread waits until another one has initialized or linked a class. HotSpot does both
 * under the monitor of an int array of its own, and the program may have such arrays as well.
 */
public enum ClassWait {
  YES,
  NO,
  UNKNOWN;

  /** What is to be said where the code does not tell either. */
  public static final String UNKNOWN_WORDS =
      "could not enter the monitor of an int[], which may be the JVM's for a class that another"
          + " thread initializes";

  /** How the JVM says since JDK 24 for which class a thread waited. */
  private static final String SAID = "Waited for initialization of ";

  /** The class of the arrays, as HotSpot names it. */
  private static final String MONITOR_CLASS = "[I";

  /**
   * What an event tells where the JVM gives no reason. A thread that waits for a class is in no
   * method of {@code Object}; a thread that waits on an array is.
   *
   * @param waiting whether the thread waits, and not enters
   * @param monitorClass of the object, empty if there is none
   * @param innermost internal name of the class of the innermost frame, empty if there is none
   */
  public static ClassWait recorded(boolean waiting, String monitorClass, String innermost) {
    boolean may =
        monitorClass.equals(MONITOR_CLASS)
            && !innermost.isEmpty()
            && !innermost.equals("java/lang/Object");
    if (!may) {
      return NO;
    }
    return waiting ? YES : UNKNOWN;
  }

  /**
   * Internal name of the class that a thread waited for, if the JVM says so.
   *
   * @param pinnedReason what the JVM says pinned the thread, empty if it says nothing
   */
  public static Optional<String> said(String pinnedReason) {
    if (!pinnedReason.startsWith(SAID)) {
      return Optional.empty();
    }
    String rest = pinnedReason.substring(SAID.length());
    int end = rest.indexOf(' ');
    return Optional.of((end < 0 ? rest : rest.substring(0, end)).replace('.', '/'));
  }

  /**
   * What a look at a thread tells that does not run code: the JVM waits for a class in the middle
   * of a method, and nothing else does.
   *
   * @param frames innermost first
   */
  public static ClassWait seen(PinKind kind, List<? extends StackFrame> frames) {
    boolean waits = kind == PinKind.PARKED && !frames.isEmpty() && !frames.get(0).isNative();
    return waits ? YES : NO;
  }
}
