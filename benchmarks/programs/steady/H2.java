// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** H2 in memory. */
final class H2 {

  private H2() {}

  public static void main(String[] args) throws Exception {
    Steady.measure(args, Sql.on("jdbc:h2:mem:steady;DB_CLOSE_DELAY=-1"));
  }
}
