// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Runs programs one after the other and writes a file with the trace of each. Arguments: a folder
 * for these, a file of class names, and how often each program runs, beyond the first time, in one
 * thread, since compiled code comes about only then.
 */
public final class GeneratedMain {
  private GeneratedMain() {}

  public static void main(String[] args) throws Exception {
    Path traces = Files.createDirectories(Path.of(args[0]));
    int repetitions = Integer.parseInt(args[2]);
    int done = 0;
    for (String name : Files.readAllLines(Path.of(args[1]))) {
      // The last of these lines names the program that hangs.
      System.out.println(name);
      if (!run(name, traces, repetitions)) {
        break;
      }
      done++;
    }
    System.out.println("OUT: " + done + " programs");
  }

  /** Answers whether others may run: where a lock is left held, they would wait for ever. */
  private static boolean run(String name, Path traces, int repetitions) throws Exception {
    GeneratedProgram program =
        (GeneratedProgram) Class.forName(name).getDeclaredConstructor().newInstance();
    CRC32 checksum = new CRC32();
    checksum.update(name.getBytes(StandardCharsets.UTF_8));
    long seed = checksum.getValue();
    List<String> lines = new ArrayList<>(alone(program, seed, true));
    List<String> first = List.of();
    for (int i = 0; i < repetitions; i++) {
      List<String> next = alone(program, seed, false);
      // Class initializers that the first run has not reached are in the next one.
      if (i < 2) {
        first = next;
        lines.add("once more");
        lines.addAll(first);
      } else if (!next.equals(first)) {
        lines.add("repetition " + i);
        lines.addAll(next);
        break;
      }
    }
    write(traces, name, lines);
    if (lines.stream().anyMatch(line -> line.startsWith("FAULT"))) {
      return false;
    }
    lines.addAll(new Crowd(program).run(seed));
    write(traces, name, lines);
    return true;
  }

  /** Written before something may hang as well. */
  private static void write(Path traces, String name, List<String> lines) throws IOException {
    Files.write(traces.resolve(name + ".txt"), lines);
  }

  /** What a program did in this thread, which must then hold nothing. */
  static List<String> alone(GeneratedProgram program, long seed, boolean waits) {
    Object[] locks = program.locks();
    Trace trace = new Trace(seed, locks, waits);
    try {
      program.alone(trace);
    } catch (Throwable e) {
      trace.caught(-1, e);
    }
    Thread.interrupted();
    trace.step(-2);
    for (int i = 0; i < locks.length; i++) {
      if (Thread.holdsLock(locks[i])) {
        trace.lines().add("FAULT: lock " + i + " is left held");
      }
    }
    return trace.lines();
  }
}
