// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

/**
 * Pins that monitoring takes together, as {@code
 * io.github.loomunpin:type=Pins,site=S,library=L,convertible=C}.
 */
public interface PinsMXBean {

  /** How many there were. */
  long getCount();

  /** For how long in all. */
  long getMillis();

  long getLongestMillis();
}
