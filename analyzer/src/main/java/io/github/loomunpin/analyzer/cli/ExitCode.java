// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

/** What the exit codes of every command mean. */
final class ExitCode {

  static final int CLEAN = 0;
  static final int FINDINGS = 1;
  static final int USAGE = 2;
  static final int UNREADABLE = 3;
  static final int INTERNAL = 4;

  /** What a shell reports of a program that SIGPIPE ends: the reader of its output has gone. */
  static final int BROKEN_PIPE = 128 + 13;

  private ExitCode() {}
}
