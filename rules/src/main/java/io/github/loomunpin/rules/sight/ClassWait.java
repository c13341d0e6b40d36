// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/**
 * Whether a thread waits until another one has initialised or linked a class. HotSpot does both
 * under the monitor of an int array of its own, and the program may have such arrays as well.
 */
public enum ClassWait {
  YES,
  NO,
  UNKNOWN;

  /** What is to be said where the code does not tell either. */
  public static final String UNKNOWN_WORDS =
      "could not enter the monitor of an int[], which may be the JVM's for a class that another"
          + " thread initialises";

  /** The class of the arrays, as HotSpot names it. */
  private static final String MONITOR_CLASS = "[I";

  /**
   * What a recording tells of it. A thread that waits for a class is in no method of {@code
   * Object}, whoever waits for an array is.
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
}
