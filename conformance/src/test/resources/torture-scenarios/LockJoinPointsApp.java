// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Vector;

/** Blocks around whose locking AspectJ puts advice that throws. */
public final class LockJoinPointsApp {

  /** Which advice throws. */
  static String throwing = "";

  /** What the aspect does at each join point. */
  public static void at(String where, Object o) {
    if (throwing.equals(where)) {
      // A block's handler unlocks as well, and covers itself: it would run for ever.
      throwing = "";
      throw new IllegalStateException(where);
    }
  }

  public static class Account {
    private final Account other;
    private int balance;

    Account(Account other) {
      this.other = other;
    }

    Account(Account other, Object lock) {
      this.other = other;
      synchronized (lock) {
        balance += new Object() == lock ? 0 : 1;
      }
    }

    void block(Object lock) {
      synchronized (lock) {
        balance++;
      }
    }

    synchronized void flag(Object lock) {
      synchronized (lock) {
        balance++;
      }
    }

    void nested(Object lock) {
      synchronized (lock) {
        synchronized (other) {
          balance++;
        }
      }
    }
  }

  private static String end(String at, Runnable code, Object... locks) {
    StringBuilder end = new StringBuilder();
    throwing = at;
    try {
      code.run();
      end.append("ends");
    } catch (RuntimeException e) {
      end.append(e.getClass().getSimpleName()).append(' ').append(e.getMessage());
    }
    for (Object lock : locks) {
      end.append(Thread.holdsLock(lock) ? " held" : " free");
    }
    return end.toString();
  }

  public static void main(String[] args) {
    for (String at : List.of("nothing", "before lock", "after lock", "returning", "unlock")) {
      for (Object lock : List.of(new Vector<>(), new ArrayList<>(), new Object(), new int[1])) {
        Account other = new Account(null);
        Account account = new Account(other);
        String block = end(at, () -> account.block(lock), lock);
        String flag = end(at, () -> account.flag(lock), lock, account);
        String nested = end(at, () -> account.nested(lock), lock, other);
        String constructor = end(at, () -> new Account(other, lock), lock);
        System.out.println(
            "OUT: " + at + ", " + lock.getClass().getSimpleName() + ": " + block + "; " + flag
                + "; " + nested + "; " + constructor);
      }
    }
  }
}
