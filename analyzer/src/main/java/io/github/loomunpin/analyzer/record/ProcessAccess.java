// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What may stand between the analyzer and a process: another user, or files of its own, as in
 * containers and in services with a {@code /tmp} of their own.
 */
public record ProcessAccess(long pid, Optional<String> user, boolean contained) {

  public static ProcessAccess of(ProcessHandle process) {
    Optional<String> here = ProcessHandle.current().info().user();
    return new ProcessAccess(
        process.pid(),
        process.info().user().filter(user -> !here.equals(Optional.of(user))),
        isContained(process.pid()));
  }

  /** Whether it has a file system of its own, as far as Linux lets this be seen. */
  private static boolean isContained(long pid) {
    try {
      Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
      return !own.equals(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/mnt")));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * What to do where the JVM cannot be asked; empty where nothing is known to be in the way.
   *
   * @param command of the analyzer, for that user
   * @param there what to do where the files of the process are
   */
  public String whereNotAsked(String command, String there) {
    return user.map(
            name ->
                "; it runs as "
                    + name
                    + ", and only "
                    + (name.equals("root") ? name : "that user and root")
                    + " may ask it: run  sudo -u "
                    + name
                    + " analyzer "
                    + command
                    + " "
                    + pid)
        .orElse(contained ? "; it is in a container, or has files of its own" + there : "");
  }

  /** What to do where the JVM cannot write into the folder that it is given. */
  String whereNotWritten() {
    if (contained) {
      return "; it is in a container, or has a /tmp of its own: give a folder with -o that is the"
          + " same there"
          + runThere();
    }
    return user.map(
            name ->
                "; it runs as "
                    + name
                    + ": give a folder with -o that "
                    + name
                    + " may write, or run the analyzer as "
                    + name)
        .orElse("; give another folder with -o");
  }

  String runThere() {
    return ", or run there what  analyzer record "
        + pid
        + " --print-commands  prints, with the number that the process has there";
  }
}
