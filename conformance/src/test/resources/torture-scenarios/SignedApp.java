// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Says whether its classes are signed. */
public final class SignedApp {
  public static void main(String[] args) throws Exception {
    System.out.println("OUT: signers " + Cell.class.getSigners().length);
    System.out.println("OUT: " + new Cell().exercise());
  }
}
