// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario.user;

import java.util.Vector;
import scenario.Cell;

/** Uses the class with monitors from another bundle or module, and shares its locks. */
public final class User {
  private User() {}

  /** Extends a class of the JDK whose monitors are converted with its own. */
  private static final class Words extends Vector<String> {
    private static final long serialVersionUID = 1;

    synchronized int addTwice(String word) {
      add(word);
      add(word);
      return size();
    }
  }

  public static synchronized String run() throws InterruptedException {
    Cell cell = new Cell();
    String own;
    synchronized (cell) {
      own = "held " + Thread.holdsLock(cell);
      cell.method();
      cell.block();
    }
    Words words = new Words();
    synchronized (words) {
      own += ", words " + words.addTwice("word");
    }
    return own + ", " + cell.exercise();
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println("OUT: " + run());
  }
}
