// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.start;

import io.github.loomunpin.demo.all.AllCommand;
import io.github.loomunpin.demo.compare.DemoCommand;
import java.util.Arrays;

/** What {@code ./demo} starts: the comparison, or all experiments if the first word is "all". */
public final class Main {

  private Main() {}

  /** Ends the JVM with the exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("all")) {
      AllCommand.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      DemoCommand.main(args);
    }
  }
}
