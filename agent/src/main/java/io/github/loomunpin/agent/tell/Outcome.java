// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the agent has done so far; all it says goes through here, to standard error. */
public final class Outcome {

  private final PrintStream out;
  private final AgentOptions options;
  private final Map<String, Integer> leftNative = new LinkedHashMap<>();
  private final Map<String, String> failed = new LinkedHashMap<>();
  private final List<String> slow = new ArrayList<>();
  private final List<String> pinning = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private int classesSeen;
  private int classesRewritten;
  private int sitesRewritten;

  public Outcome(PrintStream out, AgentOptions options) {
    this.out = out;
    this.options = options;
  }

  /** A copy of all counts, for printing and writing without holding the lock. */
  public record Snapshot(
      int classesSeen,
      int classesRewritten,
      int sitesRewritten,
      int carriersAdded,
      Map<String, Integer> leftNative,
      Map<String, String> failed,
      List<String> slow,
      List<String> pinning,
      List<String> problems,
      List<String> warnings) {

    /** The sum over all reasons. */
    public int sitesLeftNative() {
      int sum = 0;
      for (int count : leftNative.values()) {
        sum += count;
      }
      return sum;
    }
  }

  /** Counts a class that the JVM offered. */
  public synchronized void seen() {
    classesSeen++;
  }

  /** Counts what was made of a class, and tells what is wrong with it. */
  public void add(RewriteResult result) {
    String name = result.name().replace('/', '.');
    synchronized (this) {
      if (result.bytes().isPresent()) {
        classesRewritten++;
        sitesRewritten += result.rewritten();
      }
      result.leftNative().forEach((reason, count) -> leftNative.merge(reason, count, Integer::sum));
      result.slow().forEach(method -> slow.add(name + "." + method));
      result.pinning().forEach(method -> pinning.add(name + "." + method));
      result.problems().forEach(problem -> problems.add(name + "." + problem));
    }
    result
        .problems()
        .forEach(problem -> say("not rewritten and now unsafe: " + name + "." + problem));
    if (!result.problems().isEmpty()) {
      stopIfStrict();
    }
    if (options.verbose() && result.bytes().isPresent()) {
      say("rewrote " + TallyReport.count(result.rewritten(), "site") + " in " + name);
    }
  }

  /** A class could not be rewritten at all; told once for each name. */
  public void failed(String internalName, String why, Throwable cause) {
    String name = internalName.replace('/', '.');
    synchronized (this) {
      if (failed.put(name, why) != null) {
        return;
      }
    }
    say(
        "could not rewrite "
            + name
            + ": "
            + why
            + "; its monitors stay native, and exclusion with rewritten code that locks the same"
            + " objects is lost. Exclude what shares locks with it, or use strict=true");
    if (options.verbose()) {
      cause.printStackTrace(out);
    }
    stopIfStrict();
  }

  /** Exclusion may be lost, though nothing failed. */
  public void unsafe(String problem) {
    synchronized (this) {
      problems.add(problem);
    }
    say("now unsafe: " + problem);
    stopIfStrict();
  }

  /** Tells the line once, and keeps it for the report. */
  public void warn(String message) {
    synchronized (this) {
      if (!warnings.add(message)) {
        return;
      }
    }
    say(message);
  }

  /** Tells the line. */
  public void say(String message) {
    out.println("[loom-unpin] " + message);
  }

  /**
   * @param carriersAdded what the runtime counted
   */
  public synchronized Snapshot snapshot(int carriersAdded) {
    return new Snapshot(
        classesSeen,
        classesRewritten,
        sitesRewritten,
        carriersAdded,
        new LinkedHashMap<>(leftNative),
        new LinkedHashMap<>(failed),
        List.copyOf(slow),
        List.copyOf(pinning),
        List.copyOf(problems),
        List.copyOf(warnings));
  }

  private void stopIfStrict() {
    if (options.strict()) {
      say("stopping the VM, because strict=true");
      // Not exit: this thread holds class loading locks that shutdown hooks may want.
      Runtime.getRuntime().halt(1);
    }
  }
}
