// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.agent.runtime.UnpinThreadLink;
import io.github.loomunpin.agent.runtime.UnpinThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which threads of libraries became virtual, and which did not, with the reasons. Safe for any
 * thread.
 */
public final class ThreadTally {

  private final Outcome outcome;
  private final AgentOptions options;

  /** Sites by method, and by method and reason. */
  private final Map<String, Integer> sites = new LinkedHashMap<>();

  private final Map<String, Integer> sitesLeft = new LinkedHashMap<>();

  /** Threads by method and name, and by method, name and reason. */
  private final Map<String, Integer> threads = new LinkedHashMap<>();

  private final Map<String, Integer> threadsLeft = new LinkedHashMap<>();

  private int made;

  ThreadTally(Outcome outcome, AgentOptions options) {
    this.outcome = outcome;
    this.options = options;
  }

  /**
   * Has the runtime report the threads that it makes. Called on the main thread, once, after that
   * part of the runtime is installed and before any rewritten class runs.
   */
  public void connect() {
    Link.connect(this);
  }

  /** Counts what was made of a class. */
  public void add(ThreadRewriter.Result result) {
    synchronized (this) {
      for (String method : result.rewritten()) {
        count(sites, method);
      }
      for (String left : result.left()) {
        count(sitesLeft, left);
      }
    }
    if (result.bytes().isPresent()) {
      outcome.detail(
          "threads of "
              + TallyReport.count(result.rewritten().size(), "site")
              + " may be virtual in "
              + result.name().replace('/', '.'));
    }
  }

  /** The class could not be rewritten; its monitors may be all the same. */
  public void failed(String internalName, String why) {
    outcome.threadsFailed(
        "the threads that "
            + internalName.replace('/', '.')
            + " makes stay as they are, because it could not be rewritten: "
            + why);
  }

  /**
   * Counts and logs a virtual thread.
   *
   * @param shown its name, or what stands for it
   */
  void madeVirtual(String shown, String maker) {
    int number;
    boolean isNew;
    synchronized (this) {
      number = ++made;
      isNew = count(threads, maker + ": " + withoutNumbers(shown));
    }
    // A pool may make any number of them.
    if (isNew || options.verbose()) {
      outcome.say("VirtualThread: " + number + " -> " + shown);
    }
  }

  /** Counts a thread that stays what it is. */
  synchronized void left(String name, String maker, String reason) {
    count(threadsLeft, maker + ": " + withoutNumbers(name) + ": a thread that " + reason);
  }

  /** Returns whether it is the first, and can be listed. */
  private static boolean count(Map<String, Integer> counts, String what) {
    boolean listed = counts.containsKey(what) || counts.size() < BoundedLines.MOST;
    return counts.merge(listed ? what : "others", 1, Integer::sum) == 1 && listed;
  }

  /** The threads of a pool differ by numbers only. */
  static String withoutNumbers(String name) {
    StringBuilder text = new StringBuilder();
    boolean inNumber = false;
    for (int i = 0; i < name.length(); i++) {
      boolean digit = name.charAt(i) >= '0' && name.charAt(i) <= '9';
      if (!digit) {
        text.append(name.charAt(i));
      } else if (!inNumber) {
        text.append('#');
      }
      inNumber = digit;
    }
    return text.toString();
  }

  synchronized String line() {
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    StringBuilder line = new StringBuilder();
    if (rewrite) {
      line.append("made ").append(TallyReport.count(sum(threads), "thread")).append(" virtual");
      line.append("; ").append(TallyReport.count(sum(threadsLeft), "thread")).append(" left");
      addReasons(threadsLeft, line);
      line.append("; ").append(TallyReport.count(sum(sitesLeft), "site")).append(" left");
    } else {
      line.append("would make the threads of ").append(TallyReport.count(sum(sites), "site"));
      line.append(" virtual; ").append(sum(sitesLeft)).append(" left");
    }
    addReasons(sitesLeft, line);
    return line.toString();
  }

  private static int sum(Map<String, Integer> counts) {
    int sum = 0;
    for (int count : counts.values()) {
      sum += count;
    }
    return sum;
  }

  /** The reason alone: who made the thread is in the report. */
  private static void addReasons(Map<String, Integer> left, StringBuilder line) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> entry : left.entrySet()) {
      String what = entry.getKey();
      reasons.merge(
          what.substring(what.lastIndexOf(": ") + 1).strip(), entry.getValue(), Integer::sum);
    }
    List<Map.Entry<String, Integer>> sorted = TallyReport.mostFrequentFirst(reasons);
    String separator = ": ";
    for (Map.Entry<String, Integer> reason : sorted) {
      line.append(separator).append(reason.getValue()).append(" × ").append(reason.getKey());
      separator = ", ";
    }
  }

  synchronized void addTo(StringBuilder json) {
    TallyReport.counts("threadSites", sites, json);
    TallyReport.counts("threadSitesLeft", sitesLeft, json);
    TallyReport.counts("threadsVirtual", threads, json);
    TallyReport.counts("threadsLeft", threadsLeft, json);
  }

  /**
   * What the runtime reports to. Its superclass is one of the runtime's, so that the JVM can load
   * it only after that part of the runtime is installed: no other class makes one of these.
   */
  private static final class Link extends UnpinThreadLink {

    private final ThreadTally tally;

    private Link(ThreadTally tally) {
      this.tally = tally;
    }

    static void connect(ThreadTally tally) {
      UnpinThreads.connect(new Link(tally));
    }

    @Override
    public void madeVirtual(String name, String maker, String label) {
      tally.madeVirtual(label.isEmpty() ? name : label, maker);
    }

    @Override
    public void left(String name, String maker, String reason) {
      tally.left(name, maker, reason);
    }
  }
}
