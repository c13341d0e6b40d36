// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/**
 * What pins a thread besides monitors, or else why no monitor is known; the JSON of reports has
 * these names. {@link Sight#reason} decides it, apart from the two that only a class path has.
 */
public enum PinReason {
  /** The JVM itself names something else, since JDK 24. */
  NOT_A_MONITOR,
  CLASS_INITIALIZER,
  /** The JVM called a class loader, links a call, or has agents transform a class. */
  CLASS_LOADING,
  NATIVE_FRAME,
  NO_STACK,
  TRUNCATED_STACK,
  NOT_ON_CLASS_PATH,
  /** The class path has other versions of the classes than those that ran. */
  OTHER_VERSION,
  /** The agent ran and converts all sites on the stack. */
  ALL_CONVERTED,
  NO_HOLDER;

  /** Whether it alone pins the thread, and is not only why nothing is known. */
  public boolean pins() {
    return this == NOT_A_MONITOR || this == NATIVE_FRAME || isOfClasses();
  }

  /** Whether a class is being loaded, initialized or linked, which comes once. */
  public boolean isOfClasses() {
    return this == CLASS_INITIALIZER || this == CLASS_LOADING;
  }
}
