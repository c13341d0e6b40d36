// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.support.process.Child;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The JVMs that a command has started, known by the files that they have begun: the command may be
 * one itself, or a script that starts several, at the same time or one after the other.
 */
final class StartedJvms implements WatchedJvms {

  private final Child command;
  private final RecordingFolder folder;
  private final Consumer<String> say;
  private final Map<Long, Optional<JvmWatch>> known = new LinkedHashMap<>();

  StartedJvms(Child command, RecordingFolder folder, Consumer<String> say) {
    this.command = command;
    this.folder = folder;
    this.say = say;
  }

  @Override
  public List<JvmWatch> watches() {
    for (long pid : folder.processes()) {
      if (!known.containsKey(pid)) {
        known.put(pid, watch(pid));
      }
    }
    return known.values().stream().flatMap(Optional::stream).toList();
  }

  private Optional<JvmWatch> watch(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      TargetProcess.whyHidden(pid).ifPresent(this::sayNotLookedAt);
      return Optional.empty();
    }
    try {
      return Optional.of(new JvmWatch(process.get(), Jcmd.of(pid), say));
    } catch (RecordException e) {
      sayNotLookedAt(e.getMessage());
      return Optional.empty();
    }
  }

  private void sayNotLookedAt(String why) {
    say.accept("the analyzer does not look at the carriers: " + why);
  }

  /** A JVM may outlive the script that started it. */
  @Override
  public boolean haveEnded() throws InterruptedException {
    return command.await(Duration.ZERO)
        && watches().stream().noneMatch(jvm -> jvm.process().isAlive());
  }

  /** Asks the command and all JVMs that it has started to end. */
  void end(Duration patience) throws InterruptedException {
    List<CompletableFuture<ProcessHandle>> ends = new ArrayList<>();
    for (JvmWatch jvm : watches()) {
      if (jvm.process().pid() != command.pid() && jvm.process().isAlive()) {
        ends.add(jvm.process().onExit());
        jvm.process().destroy();
      }
    }
    boolean ended = command.stop(patience);
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      ended = false;
    }
    if (!ended) {
      say.accept(
          "the analyzer kills what the command has started, because some of it does not end");
      watches().forEach(jvm -> jvm.process().destroyForcibly());
    }
  }
}
