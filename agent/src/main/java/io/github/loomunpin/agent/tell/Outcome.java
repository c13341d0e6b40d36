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
import java.util.concurrent.atomic.AtomicInteger;

/** What the agent has done so far; all it says goes through here, to its log. */
public final class Outcome {

  /** Stands for the reasons that are not listed. */
  public static final String OTHER_REASONS = "other reasons";

  /** How many slow methods the log warns of; the tally has the number of all. */
  private static final int SLOW_NAMED = 3;

  private final Log log;
  private final AgentOptions options;
  private final Map<String, Integer> leftNative = new LinkedHashMap<>();
  private final Map<String, String> failed = new LinkedHashMap<>();
  private final BoundedLines slow = new BoundedLines();
  private final BoundedLines pinning = new BoundedLines();
  private final BoundedLines problems = new BoundedLines();
  private final BoundedLines warnings = new BoundedLines();
  private final BoundedLines loadedBefore = new BoundedLines();

  /** By class name, the first loader in which the class failed. */
  private final Map<String, String> failedIn = new HashMap<>();

  private final Optional<ThreadTally> threads;
  private final Incidents incidents = new Incidents();
  private final StrictStop stop;

  private final AtomicInteger classesSeen = new AtomicInteger();

  /** Guarded by this object, as are those that follow. */
  private int failures;

  private int carriersAdded;
  private int classesRewritten;
  private int sitesRewritten;

  /**
   * @param err standard error
   */
  public Outcome(PrintStream err, AgentOptions options) {
    this.log = Log.open(err, options.log());
    this.options = options;
    this.stop = new StrictStop(options, log);
    this.threads =
        options.threads().isPresent()
            ? Optional.of(new ThreadTally(this, options))
            : Optional.empty();
  }

  /** Where it is told. */
  public Log log() {
    return log;
  }

  /** What happens to threads, if that is asked for. */
  public Optional<ThreadTally> threads() {
    return threads;
  }

  /** What went wrong or was out of the ordinary, with the times. */
  public Incidents incidents() {
    return incidents;
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
      List<String> warnings,
      List<String> loadedBefore) {

    /**
     * Loads this class. Who keeps the counts must load nothing: other threads need them while they
     * define classes, and hold the locks of class loaders then.
     */
    static void load() {}

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
  public void seen() {
    classesSeen.incrementAndGet();
  }

  /** Counts what was made of a class, and tells what is wrong with it. */
  public void add(RewriteResult result) {
    String name = result.name().replace('/', '.');
    int slowBefore;
    synchronized (this) {
      if (result.bytes().isPresent()) {
        classesRewritten++;
        sitesRewritten += result.rewritten();
      }
      for (Map.Entry<String, Integer> left : result.leftNative().entrySet()) {
        addReason(left.getKey(), left.getValue());
      }
      slowBefore = slow.count();
      addAll(name, result.slow(), slow);
      addAll(name, result.pinning(), pinning);
      addAll(name, result.problems(), problems);
    }
    for (String problem : result.problems()) {
      problem("not rewritten and now unsafe: " + name + "." + problem);
    }
    if (!result.problems().isEmpty()) {
      stop.now();
    }
    for (int i = 0; i < result.slow().size(); i++) {
      log.say(
          slowBefore + i < SLOW_NAMED ? Log.Weight.WARNING : Log.Weight.DETAIL,
          "converted, but never compiled, so slow: " + name + "." + result.slow().get(i));
    }
    if (result.rewritten() > 0 && result.bytes().isPresent()) {
      detail("converted " + TallyReport.count(result.rewritten(), "site") + " in " + name);
    }
  }

  /** Most reasons name a class, and there may be new classes all the time. */
  private void addReason(String reason, int sites) {
    boolean listed = leftNative.containsKey(reason) || leftNative.size() < BoundedLines.MOST;
    String key = listed ? reason : OTHER_REASONS;
    leftNative.put(key, leftNative.getOrDefault(key, 0) + sites);
  }

  private static void addAll(String className, List<String> methods, BoundedLines lines) {
    for (int i = 0; i < methods.size(); i++) {
      lines.add(className + "." + methods.get(i));
    }
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
    problem(
        "could not rewrite "
            + name
            + ": "
            + why
            + "; its monitors stay native, and exclusion with rewritten code that locks the same"
            + " objects is lost. Exclude what shares locks with it, or use strict=true");
    if (options.verbose()) {
      cause.printStackTrace(log.traces());
    }
    stop.now();
  }

  /**
   * Warns once that somebody has overwritten the agent's jar, so that the JVM cannot load a class
   * of the agent. Does what it can, since any class that this needs may be missing as well.
   */
  public void jarChanged(String why) {
    try {
      warn(
          "somebody has overwritten the agent's jar while the JVM runs ("
              + why
              + "), so the JVM refuses classes that the agent cannot rewrite now; restart the JVM, and"
              + " replace the jar by mv, not by cp");
    } catch (LinkageError e) {
      // The error that the application gets says it.
    }
    stop.now();
  }

  /** Exclusion may be lost, though nothing failed; told once. */
  public void unsafe(String problem) {
    synchronized (this) {
      if (problems.contains(problem)) {
        return;
      }
      problems.add(problem);
    }
    problem("now unsafe: " + problem);
    stop.now();
  }

  private void problem(String message) {
    log.say(Log.Weight.PROBLEM, message);
    incidents.add(Incidents.Kind.UNSAFE, message);
  }

  /** Counts carriers that were added because the others stood still or were busy. */
  public void carriersAdded(int number) {
    synchronized (this) {
      carriersAdded += number;
    }
    incidents.add(Incidents.Kind.CARRIERS, number, TallyReport.count(number, "carrier") + " added");
  }

  /**
   * No carrier has moved for long.
   *
   * @param isNews whether it was not told before
   */
  public void stoodStill(int carriers, String message, boolean isNews) {
    log.say(isNews ? Log.Weight.WARNING : Log.Weight.DETAIL, message);
    incidents.add(Incidents.Kind.STANDSTILL, carriers, message);
  }

  /** The agent cannot do its work on this JVM; the application runs without it. */
  public void nothingRewritten(String why) {
    log.sayNow(Log.Weight.PROBLEM, "nothing is rewritten: " + why);
    stop.now();
  }

  /** The agent has nothing to do on this JVM. */
  public void notNeeded(String why) {
    log.sayNow(Log.Weight.USUAL, why);
  }

  /** Counts a class that was loaded before the agent, for the report. */
  public void loadedBefore(String name) {
    synchronized (this) {
      loadedBefore.add(name);
    }
    detail(name + " was loaded before the agent and keeps the JVM's monitor");
  }

  /** Tells the line once, and keeps it for the report. */
  public void warn(String message) {
    synchronized (this) {
      if (!warnings.addOnce(message)) {
        return;
      }
    }
    log.say(Log.Weight.WARNING, message);
    incidents.add(Incidents.Kind.WARNING, message);
  }

  /** Tells the line. */
  public void say(String message) {
    log.say(Log.Weight.USUAL, message);
  }

  /**
   * Tells the line.
   *
   * @param problem whether a quiet agent tells it as well
   */
  void tell(String message, boolean problem) {
    log.say(problem ? Log.Weight.PROBLEM : Log.Weight.USUAL, message);
  }

  /** Tells the line to those who want to know all. */
  void detail(String message) {
    log.say(Log.Weight.DETAIL, message);
  }

  /** All counts as they are now. */
  public Snapshot snapshot() {
    Snapshot.load();
    synchronized (this) {
      return new Snapshot(
          classesSeen.get(),
          classesRewritten,
          sitesRewritten,
          carriersAdded,
          failures + problems.count(),
          new LinkedHashMap<>(leftNative),
          new LinkedHashMap<>(failed),
          slow.list(),
          pinning.list(),
          problems.list(),
          warnings.list(),
          loadedBefore.list());
    }
  }

  /** The threads that a class makes stay what they are, because it could not be rewritten. */
  void threadsFailed(String message) {
    warn(message);
    stop.now();
  }

  /** Stops the VM if strict=true asks for it. */
  StrictStop stop() {
    return stop;
  }
}
