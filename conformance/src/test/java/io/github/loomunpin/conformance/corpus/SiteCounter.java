// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;

/** Counts the sites of a class by what the scanner says of them and the rewriter made of them. */
final class SiteCounter {

  private static final Pattern CLASS_NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)+(\\[])*");

  private final ClassIndex jdk;
  private final Counts counts;

  SiteCounter(ClassIndex jdk, Counts counts) {
    this.jdk = jdk;
    this.counts = counts;
  }

  /**
   * @param majorVersion of the class file
   */
  void add(ClassSites sites, int majorVersion, RewriteResult result) {
    counts.add(Count.CLASSES_WITH_SITES, sites.sites().isEmpty() ? 0 : 1);
    Set<String> slow = new HashSet<>();
    for (String line : result.slow()) {
      slow.add(line.substring(0, line.indexOf(": ")));
      counts.slowMethods.add(sites.name().replace('/', '.') + "." + line);
    }
    int leftNative = 0;
    for (MonitorSite site : sites.sites()) {
      leftNative += site.decision().mode() == Mode.NATIVE ? 1 : 0;
      if (site.kind() == SiteKind.BLOCK) {
        counts.add(Count.BLOCKS);
        enter(site, slow.contains(site.method() + site.descriptor()));
      } else if (site.kind() == SiteKind.SYNC_METHOD
          || site.kind() == SiteKind.STATIC_SYNC_METHOD) {
        counts.add(Count.SYNCHRONIZED_METHODS);
        enter(site, slow.contains(site.method() + site.descriptor()));
      } else {
        counts.add(Count.CALLS);
        counts.add(
            switch (site.decision().mode()) {
              case VIRTUAL -> Count.CALLS_VIRTUAL;
              case RUNTIME -> Count.CALLS_AT_RUN_TIME;
              case NATIVE -> Count.CALLS_NATIVE;
            });
      }
    }
    compare(sites, majorVersion, leftNative, result);
  }

  /** The report promises what the scanner says, and the agent does what the rewriter does. */
  private void compare(ClassSites sites, int majorVersion, int leftNative, RewriteResult result) {
    int left = result.leftNative().values().stream().mapToInt(Integer::intValue).sum();
    int rewritten = sites.sites().size() - leftNative;
    // Method handles have no place in code that the scanner could name. Code of a subroutine is
    // copied to where it is called from.
    boolean mayHaveMore = majorVersion < Opcodes.V1_6;
    if ((mayHaveMore ? left < leftNative : left != leftNative) || result.rewritten() < rewritten) {
      counts.failures.add(
          "scanner and rewriter differ: %s: native %d and %d, rewritten %d and %d"
              .formatted(sites.name(), leftNative, left, rewritten, result.rewritten()));
    }
  }

  private void enter(MonitorSite site, boolean isSlow) {
    Decision decision = site.decision();
    switch (decision.mode()) {
      case VIRTUAL -> counts.add(Count.ENTER_VIRTUAL);
      case RUNTIME -> {
        counts.add(Count.ENTER_AT_RUN_TIME);
        counts.add(Count.ENTER_SLOW, isSlow ? 1 : 0);
        counts.runTimeReasons.merge(general(decision.reason()), 1, Integer::sum);
      }
      case NATIVE -> {
        counts.add(isJdkLock(decision) ? Count.ENTER_NATIVE : Count.ENTER_LEFT);
        counts.nativeReasons.merge(general(decision.reason()), 1, Integer::sum);
      }
    }
  }

  /** Whether the site must stay native, because code of the JDK may lock the same object. */
  private static boolean isJdkLock(Decision decision) {
    return decision.reason().contains("the JDK");
  }

  /** The reason with the names of application classes replaced by what they are. */
  private String general(String reason) {
    return CLASS_NAME
        .matcher(reason)
        .replaceAll(
            name -> {
              String element = name.group().replace("[]", "");
              return Matcher.quoteReplacement(
                  jdk.isJdk(element.replace('.', '/')) ? name.group() : "<application class>");
            });
  }
}
