// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the agent has done so far; all it says goes through here, to standard error. */
public final class Outcome {

  private final PrintStream out;
  private final AgentOptions options;
  private final Map<String, Integer> leftNative = new LinkedHashMap<>();
  private final Map<String, String> failed = new LinkedHashMap<>();
  private final BoundedLines slow = new BoundedLines();
  private final BoundedLines pinning = new BoundedLines();
  private final BoundedLines problems = new BoundedLines();
  private final BoundedLines warnings = new BoundedLines();

  /** By class name, the first loader in which the class failed. */
  private final Map<String, String> failedIn = new HashMap<>();

  private final Optional<ThreadTally> threads;

  private int failures;
  private int classesSeen;
  private int classesRewritten;
  private int sitesRewritten;

  public Outcome(PrintStream out, AgentOptions options) {
    this.out = out;
    this.options = options;
    this.threads =
        options.threads().isPresent()
            ? Optional.of(new ThreadTally(this, options))
            : Optional.empty();
  }

  /** What becomes of threads, if that is asked for. */
  public Optional<ThreadTally> threads() {
    return threads;
  }

  /**
   * A copy of all counts, for printing and writing without holding the lock.
   *
   * @param unsafe how many classes failed and how many problems there are, listed or not
   */
  public record Snapshot(
      int classesSeen,
      int classesRewritten,
      int sitesRewritten,
      int carriersAdded,
      int unsafe,
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
      result.leftNative().forEach(this::addReason);
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

  /** Most reasons name a class, and there may be new classes all the time. */
  private void addReason(String reason, int sites) {
    boolean listed = leftNative.containsKey(reason) || leftNative.size() < BoundedLines.MOST;
    leftNative.merge(listed ? reason : "other reasons", sites, Integer::sum);
  }

  /**
   * A class could not be rewritten at all; told once for each name and loader.
   *
   * @param loader what tells classes of one name apart, in words
   */
  public void failed(String internalName, String loader, String why, Throwable cause) {
    String plain = internalName.replace('/', '.');
    String name;
    synchronized (this) {
      String inLoader = plain + " of " + loader;
      if (inLoader.equals(failedIn.get(plain)) || failed.containsKey(inLoader)) {
        return;
      }
      name = failed.containsKey(plain) ? inLoader : plain;
      failures++;
      if (failed.size() < BoundedLines.MOST) {
        failed.put(name, why);
        failedIn.putIfAbsent(plain, inLoader);
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

  /** The agent cannot do its work on this JVM; the application runs without it. */
  public void nothingRewritten(String why) {
    say("nothing is rewritten: " + why);
    stopIfStrict();
  }

  /** Tells the line once, and keeps it for the report. */
  public void warn(String message) {
    synchronized (this) {
      if (!warnings.addOnce(message)) {
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
        failures + problems.count(),
        new LinkedHashMap<>(leftNative),
        new LinkedHashMap<>(failed),
        slow.list(),
        pinning.list(),
        problems.list(),
        warnings.list());
  }

  /** The threads that a class makes stay what they are, because it could not be rewritten. */
  void threadsFailed(String message) {
    warn(message);
    stopIfStrict();
  }

  private void stopIfStrict() {
    if (options.strict()) {
      say("stopping the VM, because strict=true");
      // Not exit: this thread holds class loading locks that shutdown hooks may want.
      Runtime.getRuntime().halt(1);
    }
  }
}
