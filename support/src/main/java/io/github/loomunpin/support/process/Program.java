// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program and how it is to be run. Each method returns another one, so one that is kept can be
 * run again.
 */
public final class Program {

  private final List<String> command;
  private final Optional<Path> directory;
  private final Map<String, Optional<String>> environment;
  private final Output output;
  private final Output errors;
  private final Ending ending;

  private Program(
      List<String> command,
      Optional<Path> directory,
      Map<String, Optional<String>> environment,
      Output output,
      Output errors,
      Ending ending) {
    this.command = List.copyOf(command);
    this.directory = directory;
    this.environment = Map.copyOf(environment);
    this.output = output;
    this.errors = errors;
    this.ending = ending;
  }

  /** A program whose output and errors are captured, each for itself. */
  public static Program of(String program, String... arguments) {
    return new Program(
            List.of(program),
            Optional.empty(),
            Map.of(),
            new Output.Captured(),
            new Output.Captured(),
            Ending.KILL)
        .arguments(arguments);
  }

  /** Adds arguments. */
  public Program arguments(String... more) {
    return arguments(List.of(more));
  }

  /** Adds arguments. */
  public Program arguments(List<String> more) {
    return joined(command, more);
  }

  /** This program, started by another one that then becomes it, such as {@code taskset}. */
  public Program startedBy(String... starter) {
    return startedBy(List.of(starter));
  }

  /** This program, started by another one that then becomes it; by none if empty. */
  public Program startedBy(List<String> starter) {
    return joined(starter, command);
  }

  private Program joined(List<String> first, List<String> then) {
    List<String> all = new ArrayList<>(first);
    all.addAll(then);
    return new Program(all, directory, environment, output, errors, ending);
  }

  public Program in(Path folder) {
    return new Program(command, Optional.of(folder), environment, output, errors, ending);
  }

  /** Sets a variable of the environment. */
  public Program with(String variable, String value) {
    return changed(Map.of(variable, Optional.of(value)));
  }

  /** Takes variables out of the environment. */
  public Program without(String... variables) {
    Map<String, Optional<String>> changes = new HashMap<>();
    for (String variable : variables) {
      changes.put(variable, Optional.empty());
    }
    return changed(changes);
  }

  private Program changed(Map<String, Optional<String>> changes) {
    Map<String, Optional<String>> all = new HashMap<>(environment);
    all.putAll(changes);
    return new Program(command, directory, all, output, errors, ending);
  }

  /** Output and errors go to two places. */
  public Program printing(Output newOutput, Output newErrors) {
    return new Program(command, directory, environment, newOutput, newErrors, ending);
  }

  /** Output and errors go to the same place. */
  public Program printing(Output both) {
    return printing(both, new Output.Merged());
  }

  /** Output and errors go to one file. */
  public Program printingTo(Path file) {
    return printing(new Output.ToFile(file));
  }

  /**
   * It is not killed at once but asked by a signal first.
   *
   * @param signal without SIG
   */
  public Program endedBy(String signal, Duration patience) {
    return ended(ending.withSignal(signal, patience));
  }

  /** A folder that is deleted when the program has ended or this JVM ends. */
  public Program deletingAtEnd(Path folder) {
    return ended(ending.withFolder(folder));
  }

  private Program ended(Ending how) {
    return new Program(command, directory, environment, output, errors, how);
  }

  /**
   * Runs it to its end, whatever its exit code is.
   *
   * @throws ProcessFailure if it cannot be started, prints too much or does not end in time
   */
  public Ended run(Duration limit) throws IOException, InterruptedException {
    try (Child child = start()) {
      if (!child.await(limit)) {
        throw child.failure("still running after " + limit.toSeconds() + " s" + child.threads());
      }
      return child.ended();
    }
  }

  /**
   * Starts it and returns at once. Whoever gets the child closes it.
   *
   * @throws ProcessFailure if it cannot be started
   */
  public Child start() throws IOException {
    return Child.start(this);
  }

  /** The program and its arguments. */
  public List<String> command() {
    return command;
  }

  /** Where it runs; where this JVM runs if empty. */
  Optional<Path> directory() {
    return directory;
  }

  /** Changes of this JVM's: a value, or empty for a variable that it must not have. */
  Map<String, Optional<String>> environment() {
    return environment;
  }

  Output output() {
    return output;
  }

  Output errors() {
    return errors;
  }

  Ending ending() {
    return ending;
  }

  /** As one would type it, except for quotes. */
  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
