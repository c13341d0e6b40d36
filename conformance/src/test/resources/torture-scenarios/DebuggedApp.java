// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Waits for a debugger to say go, by setting a field, and exercises the class meanwhile. */
public final class DebuggedApp {
  static volatile boolean go;
  static volatile int rounds;

  public static void main(String[] args) throws Exception {
    Cell cell = new Cell();
    while (!go) {
      String outcome = cell.exercise();
      if (!outcome.equals("count exact")) {
        System.out.println("OUT: " + outcome);
        return;
      }
      rounds++;
    }
    System.out.println("OUT: " + cell.exercise() + ", " + cell.greeting());
  }
}
