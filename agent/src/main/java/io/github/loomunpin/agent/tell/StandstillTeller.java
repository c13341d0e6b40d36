// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.JdkLoaders;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells in one line that carriers stand still: what keeps them, and who owns the locks that threads
 * wait for. Where pins are detected, the detection tells it, and knows more.
 */
public final class StandstillTeller {

  private static final int CAUSES_SHOWN = 3;
  private static final int OWNERS_SHOWN = 2;

  /**
   * The most texts that are remembered so as not to be logged twice; then no new ones are logged.
   */
  private static final int MOST_TOLD = 20;

  private final Outcome outcome;
  private final Supplier<List<String>> owners;
  private final boolean tells;
  private final Set<String> told = new HashSet<>();

  /**
   * @param owners who owns the locks that threads wait for, in words
   * @param tells whether nothing else tells it
   */
  public StandstillTeller(Outcome outcome, Supplier<List<String>> owners, boolean tells) {
    this.outcome = outcome;
    this.owners = owners;
    this.tells = tells;
  }

  /**
   * Tells it soon, on another thread: standard error may be code of the application, and what it
   * needs may be kept by the very threads that wait for a carrier.
   *
   * @param nanos for how long no carrier has moved
   * @param carriers how many there are
   * @param mounted their virtual threads, as far as they are known
   */
  public void standsStill(long nanos, int carriers, List<Thread> mounted) {
    if (tells) {
      OwnThreads.later(
          new Job<Void>() {
            @Override
            protected Void work() {
              tell(nanos, carriers, mounted);
              return null;
            }
          });
    }
  }

  private void tell(long nanos, int carriers, List<Thread> mounted) {
    String causes = causes(mounted);
    boolean news;
    synchronized (told) {
      news = told.size() < MOST_TOLD && told.add(causes);
    }
    outcome.stoodStill(carriers, line(nanos, carriers, causes, owners.get()), news);
  }

  static String line(long nanos, int carriers, String causes, List<String> owners) {
    StringBuilder line = new StringBuilder("no carrier has moved for ");
    line.append(String.format(Locale.ROOT, "%.1f s", nanos / 1e9));
    line.append(" while virtual threads wait for one; ");
    line.append(TallyReport.count(carriers, "carrier")).append(causes);
    for (int i = 0; i < Math.min(owners.size(), OWNERS_SHOWN); i++) {
      line.append("; ").append(owners.get(i));
    }
    if (owners.size() > OWNERS_SHOWN) {
      line.append("; ").append(TallyReport.count(owners.size() - OWNERS_SHOWN, "more lock"));
      line.append(" that threads wait for");
    }
    return line.toString();
  }

  private static String causes(List<Thread> mounted) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Thread thread : mounted) {
      counts.merge(place(thread.getState(), thread.getStackTrace()), 1, Integer::sum);
    }
    StringBuilder causes = new StringBuilder();
    int shown = 0;
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      if (shown++ < CAUSES_SHOWN) {
        causes.append(shown == 1 ? ": " : ", and ");
        causes.append(each.getValue()).append(" × ").append(each.getKey());
      }
    }
    if (counts.size() > CAUSES_SHOWN) {
      causes.append(", and ");
      causes.append(TallyReport.count(counts.size() - CAUSES_SHOWN, "more place"));
    }
    return causes.toString();
  }

  /** Where a thread is, which code outside the JDK has brought it there, and if it computes. */
  static String place(Thread.State state, StackTraceElement[] frames) {
    if (frames.length == 0) {
      return "at an unknown place";
    }
    String work =
        ThreadWork.of(state, Optional.of(new Top(frames[0])), OptionalDouble.empty()).words();
    return place(frames) + (work.isEmpty() ? "" : ": " + work);
  }

  private static String place(StackTraceElement[] frames) {
    StackTraceElement top = frames[0];
    if (!isOfJdk(top)) {
      return words(top);
    }
    for (StackTraceElement frame : frames) {
      if (!isOfJdk(frame)) {
        return method(top) + ", called by " + words(frame);
      }
    }
    return method(top);
  }

  private static String words(StackTraceElement frame) {
    String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
    String source = frame.getFileName() == null ? "" : " (" + frame.getFileName() + line + ")";
    return method(frame) + source;
  }

  private static String method(StackTraceElement frame) {
    return frame.getClassName() + "." + MovedMethods.inSource(frame.getMethodName());
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && JdkLoaders.haveModule(module);
  }

  /** The innermost frame of a stack. */
  private record Top(StackTraceElement element) implements StackFrame {

    @Override
    public String className() {
      return element.getClassName().replace('.', '/');
    }

    @Override
    public String method() {
      return MovedMethods.inSource(element.getMethodName());
    }

    @Override
    public String descriptor() {
      return "";
    }

    @Override
    public int bci() {
      return -1;
    }

    @Override
    public int line() {
      return element.getLineNumber();
    }

    @Override
    public boolean jdk() {
      return isOfJdk(element);
    }

    @Override
    public boolean isNative() {
      return element.isNativeMethod();
    }
  }
}
