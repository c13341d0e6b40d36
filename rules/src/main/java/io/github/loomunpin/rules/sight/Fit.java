// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** Whether a frame can be one of the class that was found for it. */
public enum Fit {
  /** Its bytecode index, its line and what it calls agree with the class file. */
  EXACT,
  /** Its line and what it calls agree; something has moved the code, as an agent does. */
  MOVED,
  /** It cannot be of that class file: the class path has another version of the class. */
  WRONG
}
