// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

/** The answer to a question about classes of which not all class files can be found. */
public enum Answer {
  YES,
  NO,
  /** A class file is missing, or a class loader may have another class of that name. */
  UNKNOWN
}
