// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.memory;

import io.github.loomunpin.bench.memory.LockMemory.State;
import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs {@link LockMemory} once for each state; collected heaps differ by less than is shown. */
final class LockTable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Jdk jdk21;
  private final Optional<Jdk> jdk25;
  private final Project project;

  LockTable(Jdk jdk21, Optional<Jdk> jdk25, Project project) {
    this.jdk21 = jdk21;
    this.jdk25 = jdk25;
    this.project = project;
  }

  String measured() throws IOException, InterruptedException {
    double agent = with(State.NONE) - without(jdk21, State.NONE);
    StringBuilder table = new StringBuilder();
    table.append("| Java heap, bytes | 21 | 21 + agent | 25 |\n|---|---:|---:|---:|\n");
    table.append(row("the agent itself", List.of("-", "%.0f".formatted(agent), "-")));
    table.append(native21("an object that was locked once, a million of them", State.LEFT));
    table.append(native21("a lock that is held, a hundred thousand at once", State.HELD));
    // Without the agent a thousand of them would keep all carriers.
    table.append(pinning("a virtual thread that waits to enter", State.ENTRY_AWAITED));
    table.append(native21("the same for a ReentrantLock", State.ENTRY_AWAITED_BY_HAND));
    table.append(pinning("a virtual thread in Object.wait", State.WAITED));
    table.append(native21("the same for a Condition", State.WAITED_BY_HAND));
    return table.toString();
  }

  private String native21(String name, State state) throws IOException, InterruptedException {
    return row(name, List.of(bytes(without(jdk21, state)), bytes(with(state)), on25(state)));
  }

  private String pinning(String name, State state) throws IOException, InterruptedException {
    return row(name, List.of("-", bytes(with(state)), on25(state)));
  }

  private static String row(String name, List<String> cells) {
    return "| " + name + " | " + String.join(" | ", cells) + " |\n";
  }

  private String on25(State state) throws IOException, InterruptedException {
    return jdk25.isPresent() ? bytes(without(jdk25.get(), state)) : "-";
  }

  private static String bytes(double bytes) {
    return Long.toString(Math.round(bytes));
  }

  private double with(State state) throws IOException, InterruptedException {
    return figure(java(jdk21).agent(project.agent(), "log=quiet"), state);
  }

  private double without(Jdk jdk, State state) throws IOException, InterruptedException {
    return figure(java(jdk), state);
  }

  private JavaCommand java(Jdk jdk) {
    return jdk.java()
        .options("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC")
        .classPath(project.benchmarks());
  }

  private static double figure(JavaCommand java, State state)
      throws IOException, InterruptedException {
    return Double.parseDouble(
        java.main(LockMemory.class, state.name()).run(TIMEOUT).successfully().output().strip());
  }
}
