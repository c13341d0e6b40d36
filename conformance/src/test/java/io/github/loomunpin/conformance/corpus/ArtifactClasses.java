// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.classfile.Bytecode;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Takes all classes of one artifact through the agent's rewriter and counts. */
final class ArtifactClasses {

  private static final ClassSource JDK = new JdkClasses();
  private static final ClassIndex JDK_INDEX = new ClassIndex(JDK, ClassSource.NONE);
  private static final JdkMonitors JDK_MONITORS = new JdkMonitors(JDK_INDEX, JDK);

  /** The processor's time: other work on the machine must not count. */
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private final Map<String, byte[]> own;
  private final ClassSource original;
  private final Counts counts;
  private final Map<String, ChangedClass> changed = new LinkedHashMap<>();
  private final ClassRewriter rewriter;
  private final ModeQuestions questions;
  private final SiteScanner scanner;

  ArtifactClasses(ArtifactJar jar, ClassSource dependencies, Counts counts) {
    this(jar, dependencies, counts, bytes -> bytes);
  }

  /**
   * @param first what changes each of the artifact's classes before the rewriter sees it
   */
  ArtifactClasses(
      ArtifactJar jar, ClassSource dependencies, Counts counts, UnaryOperator<byte[]> first) {
    this.own = jar.readAll();
    own.replaceAll((name, bytes) -> first.apply(bytes));
    this.original =
        name -> {
          byte[] bytes = own.get(name);
          return bytes == null ? dependencies.bytes(name) : Optional.of(bytes);
        };
    this.counts = counts;
    ClassIndex index = JDK_INDEX.withApplication(original);
    this.questions = new ModeAnswers(index, JDK_MONITORS, name -> false, false);
    ModeRules modes = new ModeRules(questions);
    this.rewriter = new ClassRewriter(modes);
    this.scanner = new SiteScanner(modes);
  }

  void rewrite() {
    own.forEach(
        (name, bytes) -> {
          counts.add(Count.CLASSES);
          counts.add(Count.BYTES, bytes.length);
          if (isShadowed(name)) {
            counts.add(Count.SHADOWED);
          } else {
            rewrite(name, bytes);
          }
        });
  }

  /** Compares what was rewritten with what would be if every method were looked at. */
  void checkGlance() {
    GlanceCheck check = new GlanceCheck(rewriter, counts);
    own.forEach(
        (name, bytes) -> {
          if (!isShadowed(name)) {
            check.check(name, bytes);
          }
        });
  }

  /** Compares what is rewritten anew with what a cache has kept, after it was written and read. */
  void checkCache() {
    CacheCheck check = new CacheCheck(questions, counts);
    own.forEach(
        (name, bytes) -> {
          if (!isShadowed(name) && ClassFilePeek.at(bytes).mayNeedRewriting()) {
            check.keep(name, bytes);
          }
        });
    check.compare();
  }

  /** An application's loader asks the JDK first and gets the JDK's class. */
  private static boolean isShadowed(String name) {
    return name.startsWith("java/") || JDK_INDEX.isJdk(name);
  }

  /** The artifact's and all other classes, as they are. */
  ClassSource original() {
    return original;
  }

  /** The artifact's classes rewritten; the others as they are. */
  ClassSource rewritten() {
    return name -> {
      ChangedClass found = changed.get(name);
      return found == null ? original.bytes(name) : Optional.of(found.after().bytes());
    };
  }

  /** What the artifact's classes implement; for each that is missing, this says what it is. */
  Set<String> implemented() {
    return own.values().stream()
        .flatMap(bytes -> ClassFilePeek.at(bytes).interfaces().stream())
        .collect(Collectors.toSet());
  }

  List<ChangedClass> changed() {
    return new ArrayList<>(changed.values());
  }

  private void rewrite(String name, byte[] bytes) {
    long start = CLOCK.getCurrentThreadCpuTime();
    boolean isLookedAt = ClassFilePeek.at(bytes).mayNeedRewriting();
    counts.add(Count.NANOS_ALL, CLOCK.getCurrentThreadCpuTime() - start);
    if (!isLookedAt) {
      return;
    }
    RewriteResult result;
    start = CLOCK.getCurrentThreadCpuTime();
    try {
      result = rewriter.rewrite(bytes);
    } catch (RuntimeException e) {
      counts.failures.add("not rewritten: " + name + ": " + e);
      return;
    }
    long nanos = CLOCK.getCurrentThreadCpuTime() - start;
    counts.add(Count.NANOS_ALL, nanos);
    result.problems().forEach(problem -> counts.failures.add("unsafe: " + name + "." + problem));
    try {
      new SiteCounter(JDK_INDEX, counts).add(scanner.scan(bytes), Bytecode.u2(bytes, 6), result);
    } catch (UnreadableClassException e) {
      counts.failures.add("not scanned: " + name + ": " + e.getMessage());
    }
    if (result.bytes().isPresent()) {
      counts.add(Count.CLASSES_CHANGED);
      counts.add(Count.BYTES_CHANGED, bytes.length);
      counts.add(Count.NANOS_CHANGED, nanos);
      ChangedClass now = ChangedClass.of(name, bytes, result.bytes().get());
      counts.add(Count.METHODS_CHANGED, now.methods().size());
      changed.put(name, now);
    }
  }
}
