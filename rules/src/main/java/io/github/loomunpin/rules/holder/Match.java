// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

/** How surely a frame was found to stand in the region of a site, the surest first. */
public enum Match {
  /** By bytecode index. */
  BCI,
  /** By line, because the loaded class is not the one on the class path. */
  LINE,
  /** Perhaps: neither line nor code tells whether the monitor was held. */
  POSSIBLE
}
