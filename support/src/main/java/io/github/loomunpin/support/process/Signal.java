// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals other than the two that {@link Process} knows. */
final class Signal {

  private static final long SECONDS = 5;

  private Signal() {}

  /** Whether the signal could be sent; there is no such program on Windows. */
  static boolean send(String name, Process process) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      if (kill.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return kill.exitValue() == 0;
      }
      kill.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
