// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario.user;

import scenario.Cell;

/** Uses the class with monitors from another bundle or module, and shares its locks. */
public final class User {
  private User() {}

  public static synchronized String run() throws InterruptedException {
    Cell cell = new Cell();
    String own;
    synchronized (cell) {
      own = "held " + Thread.holdsLock(cell);
      cell.method();
      cell.block();
    }
    return own + ", " + cell.exercise();
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println("OUT: " + run());
  }
}
