// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import scenario.user.User;

/** Has no monitors, and uses a class that has. */
public final class MonitorFree {
  public static void main(String[] args) throws Exception {
    System.out.println("OUT: " + User.run());
  }
}
