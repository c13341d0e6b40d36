// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.List;
import java.util.Optional;

/** What keeps pins that the agent does not end, and what helps instead, in clauses for verdicts. */
public final class StayWords {

  private static final int NAMED = 2;

  private StayWords() {}

  /**
   * A monitor that the agent does not convert.
   *
   * @param caller the code of the application that called the JDK
   */
  public static String monitor(MonitorSite site, Library library, Optional<Frame> caller) {
    String method = SiteWords.method(site);
    return library.jdk()
        ? method
            + caller.map(frame -> ", called by " + JavaNames.frame(frame)).orElse("")
            + " (the JDK's own monitor, which pins until JDK 24: use platform threads there)"
        : method + " (the agent does not convert this monitor)";
  }

  /** Native code that called Java code. */
  public static String nativeCode() {
    return "native code that calls Java (no agent and no JDK helps: use platform threads)";
  }

  /** A native method that keeps its carrier until it returns, whatever monitors are around it. */
  public static String nativeCall(Frame method) {
    return "the native method "
        + JavaNames.frame(method)
        + " (no agent and no JDK helps: call it on a platform thread)";
  }

  /** A static initializer for which threads of a JVM that stands still wait. */
  public static String initializer() {
    return "a static initializer that waits (initialize its class earlier, on a platform thread)";
  }

  /** Classes that are loaded or initialized. */
  public static String firstUse() {
    return "the first use of classes (it comes once; or load them earlier, on a platform thread)";
  }

  /** Causes of pins as the end of a clause; empty if there are none. */
  public static String because(List<String> causes) {
    return causes.isEmpty() ? "" : ", because of " + named(causes, "cause", "causes");
  }

  /** A library with the version that has fixed it; empty if there is none, or it is not known. */
  public static Optional<String> fix(Library library, Optional<Advice> advice) {
    return advice
        .filter(known -> known.kind() == Advice.Kind.FIXED_LATER)
        .flatMap(Advice::version)
        .map(version -> library.name() + " " + version);
  }

  /** Libraries that have fixed it as the end of a sentence; empty if there are none. */
  public static String fixedIn(List<String> fixes) {
    return fixes.isEmpty() ? "" : "; fixed in " + named(fixes, "library", "libraries");
  }

  private static String named(List<String> all, String one, String many) {
    int more = all.size() - NAMED;
    return more > 0
        ? String.join(", ", all.subList(0, NAMED))
            + " and "
            + Counted.of(more, "more " + one, "more " + many)
        : String.join(" and ", all);
  }
}
