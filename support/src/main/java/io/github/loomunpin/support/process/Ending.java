// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How a process is ended that has not ended by itself.
 *
 * @param signal what it is asked with before it is killed, as {@code INT}
 * @param patience how long it has time to answer to that
 * @param folder deleted when the process has ended
 */
record Ending(Optional<String> signal, Duration patience, Optional<Path> folder) {

  private static final Duration KILLED = Duration.ofSeconds(10);

  static final Ending KILL = new Ending(Optional.empty(), Duration.ZERO, Optional.empty());

  Ending withSignal(String name, Duration time) {
    return new Ending(Optional.of(name), time, folder);
  }

  Ending withFolder(Path path) {
    return new Ending(signal, patience, Optional.of(path));
  }

  /** Ends the process and those it has started, and returns when they are gone. */
  void end(Process process) {
    if (process.isAlive() && signal.isPresent() && Signal.send(signal.get(), process)) {
      await(process, patience);
    }
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    await(process, KILLED);
    folder.ifPresent(Ending::delete);
  }

  /** An interrupt does not end this early, since it must not leave a process behind. */
  private static void await(Process process, Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    boolean interrupted = false;
    boolean ended = false;
    while (!ended && deadline - System.nanoTime() > 0) {
      try {
        ended = process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** As far as it can be deleted; what is left is in a folder for temporary files. */
  static void delete(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("cannot delete " + path + ": " + e.getMessage());
    }
  }

  /** Signals other than the two that {@link Process} knows. */
  private static final class Signal {

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
}
