// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Arrays;

/** Code around whose methods AspectJ and Byteman put code of their own. */
public final class AdvisedApp {

  public static class Account {
    private int balance;

    public synchronized void add() {
      balance++;
    }

    public synchronized int get() {
      return balance;
    }

    public void block() {
      synchronized (this) {
        balance++;
        inside();
      }
    }

    public void inside() {
      balance++;
    }
  }

  /** What the code that is put in asks. */
  public static void told(String where, Object o) {
    System.out.println("OUT: " + where + " " + Thread.holdsLock(o));
  }

  public static void main(String[] args) {
    Account account = new Account();
    account.add();
    account.block();
    System.out.println("OUT: " + account.get());
    System.out.println(
        "OUT: "
            + Arrays.stream(Account.class.getDeclaredMethods()).map(m -> "" + m).sorted().toList());
  }
}
