// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

/** What {@link Probe} throws when told to; three kinds, so that catch clauses choose. */
public final class Boom extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Boom(int id) {
    super("boom at " + id);
  }

  /** An error. */
  public static final class Hard extends Error {

    private static final long serialVersionUID = 1L;

    public Hard(int id) {
      super("hard boom at " + id);
    }
  }

  /** A checked exception. */
  public static final class Checked extends Exception {

    private static final long serialVersionUID = 1L;

    public Checked(int id) {
      super("checked boom at " + id);
    }
  }

  static Throwable of(int turn, int id) {
    return switch (turn % 3) {
      case 0 -> new Boom(id);
      case 1 -> new Hard(id);
      default -> new Checked(id);
    };
  }
}
