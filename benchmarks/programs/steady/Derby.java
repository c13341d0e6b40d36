// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.nio.file.Files;

/** Derby in memory. */
final class Derby {

  private Derby() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("derby.system.home", Files.createTempDirectory("steady").toString());
    Steady.measure(args, Sql.on("jdbc:derby:memory:steady;create=true"));
  }
}
