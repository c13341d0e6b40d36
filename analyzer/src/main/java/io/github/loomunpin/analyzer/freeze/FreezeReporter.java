// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.classpath.AddedPaths;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.classpath.JdkImages;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Says why JVMs stand still:
 *
 * <ol>
 *   <li>dumps of the same JVM are put together, by process id or by the numbers and names of their
 *       threads;
 *   <li>of each thread it is found what it waits for and, frame by frame, what it holds;
 *   <li>from both follows who waits for whom, and which virtual threads keep carriers that others
 *       need.
 * </ol>
 */
public final class FreezeReporter {

  /**
   * The fewest threads that two dumps of one JVM have in common; threads of the JVM itself are
   * alike in any two JVMs.
   */
  private static final int FEWEST_COMMON = 3;

  /** Waits that keep a carrier although the thread holds nothing. */
  private static final Set<Waits.Kind> KEEPING_CARRIERS =
      EnumSet.of(Waits.Kind.MONITOR, Waits.Kind.NOTIFICATION, Waits.Kind.CLASS_INITIALIZATION);

  private final List<String> classPath;
  private final ReadOptions options;
  private final Optional<Path> jdkHome;
  private final int parallelism;
  private final KeptNative kept;
  private final AddedPaths added;
  private final Gaps gaps = new Gaps();
  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * @param classPath of the application that was dumped; dumps do not tell it
   * @param jdkHome of the JDK it ran on, if that is known; dumps do not tell it either
   */
  public FreezeReporter(List<String> classPath, ReadOptions options, Optional<Path> jdkHome) {
    this(classPath, options, jdkHome, 0, KeptNative.NONE, AddedPaths.NONE);
  }

  /**
   * @param parallelism of the scheduler of virtual threads, 0 if that is not known; dumps do not
   *     tell it
   * @param kept what the agent was told to leave native; dumps do not tell it
   * @param added what of the class path the boot loader has; dumps do not show it
   */
  public FreezeReporter(
      List<String> classPath,
      ReadOptions options,
      Optional<Path> jdkHome,
      int parallelism,
      KeptNative kept,
      AddedPaths added) {
    this.classPath = List.copyOf(classPath);
    this.options = options;
    this.jdkHome = jdkHome;
    this.parallelism = parallelism;
    this.kept = kept;
    this.added = added;
  }

  public FreezeReport report(List<DumpReader.Dumps> files) {
    files.forEach(file -> file.incomplete().forEach(gaps::add));
    List<JvmFreeze> jvms = new ArrayList<>();
    List<List<ThreadDump>> all = byJvm(files);
    for (List<ThreadDump> dumps : all) {
      // Which of several JVMs it is of is not known.
      jvms.add(diagnose(dumps, all.size() == 1 ? parallelism : 0));
    }
    return new FreezeReport(jvms, List.copyOf(notes), gaps.toList());
  }

  private static List<List<ThreadDump>> byJvm(List<DumpReader.Dumps> files) {
    List<List<ThreadDump>> jvms = new ArrayList<>();
    for (DumpReader.Dumps file : files) {
      for (ThreadDump dump : file.dumps()) {
        jvms.stream()
            .filter(jvm -> isSame(jvm, dump))
            .findFirst()
            .orElseGet(
                () -> {
                  jvms.add(new ArrayList<>());
                  return jvms.getLast();
                })
            .add(dump);
      }
    }
    return jvms;
  }

  private static boolean isSame(List<ThreadDump> jvm, ThreadDump dump) {
    Optional<Long> pid = jvm.stream().map(ThreadDump::pid).filter(p -> p != 0).findFirst();
    if (pid.isPresent() && dump.pid() != 0) {
      return pid.get() == dump.pid();
    }
    Set<String> threads = names(jvm.getLast());
    Set<String> others = names(dump);
    int smaller = Math.min(threads.size(), others.size());
    threads.retainAll(others);
    return threads.size() >= Math.min(smaller, Math.max(FEWEST_COMMON, smaller / 2));
  }

  private static Set<String> names(ThreadDump dump) {
    Set<String> names = new HashSet<>();
    dump.threads().stream()
        .filter(thread -> !thread.name().isEmpty())
        .map(DumpedThread::label)
        .forEach(names::add);
    return names;
  }

  private JvmFreeze diagnose(List<ThreadDump> dumps, int parallelism) {
    ThreadDump last = dumps.getLast();
    Jvm jvm =
        dumps.stream()
            .map(ThreadDump::jvm)
            .filter(j -> j.feature() != 0)
            .findFirst()
            .orElse(last.jvm());
    ReadOptions release = jvm.feature() == 0 ? options : options.withRelease(jvm.feature());
    JvmThreads threads = new JvmThreads(dumps);
    boolean agent = threads.agentRan();
    if (agent) {
      notes.add(
          "the loom-unpin agent ran: the sites that it converts are locks, whose holders give up"
              + " their carriers");
    } else if (jvm.feature() != 0 && !jvm.monitorsPin()) {
      notes.add(
          "the report names what the agent does on JDK 21 to 23; on JDK "
              + jvm.feature()
              + ", where monitors do not pin, it changes nothing");
    }
    try (ClassPath application = ClassPath.open(classPath, release, gaps);
        JdkImage jdk = JdkImages.mostLike(jvm.version(), jdkHome.map(Path::toString))) {
      FrameClasses classes =
          new FrameClasses(
              new StackClasses(
                  application,
                  jdk,
                  jdk.isOf(jvm.version()) ? Sameness.SAME : Sameness.OTHER_VERSION,
                  Sameness.PERHAPS,
                  kept,
                  added));
      FrameMatcher matcher = new FrameMatcher(classes, agent, jvm.monitorsPin());
      JvmFreeze freeze = Diagnosis.of(dumps, threads, matcher, agent, parallelism);
      addGaps(last.source(), classes.missing(), matcher.otherVersion(), freeze);
      if (namesOtherJdk(freeze)) {
        gaps.add(Gap.notSaid(last.source(), jdk.insteadOf(jvm.version())));
      }
      if (classes.missing().isEmpty()
          && freeze.pinned().stream().anyMatch(FreezeReporter::hidesHolder)) {
        notes.add(
            "what keeps some of the pinned threads on their carriers is on no stack: hidden classes,"
                + " which generators of code make, leave no frames");
      }
      return freeze.with(doubt(freeze, classes, matcher.otherVersion()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param otherVersion classes whose lines do not fit
   */
  private static ClassPathDoubt doubt(
      JvmFreeze freeze, FrameClasses classes, Set<String> otherVersion) {
    return new ClassPathDoubt(
        named(freeze).anyMatch(thread -> mayHideHolder(thread, classes, otherVersion)),
        named(freeze)
            .flatMap(thread -> thread.stack().frames().stream())
            .anyMatch(classes.images()::lacks));
  }

  /**
   * Whether a frame whose lines do not fit may hold a monitor: the class has some as it is here.
   */
  private static boolean mayHideHolder(
      ThreadView thread, FrameClasses classes, Set<String> otherVersion) {
    return thread.stack().frames().stream()
        .filter(frame -> otherVersion.contains(frame.className()))
        .anyMatch(frame -> !isExplained(thread) || classes.entersMonitors(frame));
  }

  /** Whether it is known what keeps the carrier of a thread. */
  private static boolean isExplained(ThreadView thread) {
    return !thread.holds().isEmpty()
        || thread.waits().map(Waits::kind).filter(KEEPING_CARRIERS::contains).isPresent();
  }

  /** The threads that a verdict is about. */
  private static Stream<ThreadView> named(JvmFreeze freeze) {
    return Stream.of(freeze.pinned(), freeze.running(), freeze.holders()).flatMap(List::stream);
  }

  private static boolean namesOtherJdk(JvmFreeze freeze) {
    return named(freeze)
        .flatMap(thread -> thread.holds().stream())
        .flatMap(held -> held.site().stream())
        .anyMatch(site -> site.library().isOtherJdk());
  }

  /** Whether a thread that holds nothing parked without leaving its carrier. */
  private static boolean hidesHolder(ThreadView thread) {
    return thread.holds().isEmpty()
        && thread.stack().frames().stream()
            .anyMatch(frame -> frame.method().equals("parkOnCarrierThread"));
  }

  private void addGaps(
      String source, Set<String> missing, Set<String> otherVersion, JvmFreeze freeze) {
    if (freeze.verdict() == FreezeVerdict.STACKS_MISSING) {
      gaps.add(
          Gap.unreadable(
              source,
              "it has no stacks of virtual threads; take one with  jcmd PID Thread.dump_to_file FILE"));
    }
    if (!missing.isEmpty()) {
      gaps.add(
          Gap.notSaid(
              source,
              classes(missing, "was not found", "were not found")
                  + (classPath.isEmpty() ? "; give the class path with --class-path" : "")));
    }
    if (!otherVersion.isEmpty()) {
      gaps.add(
          Gap.notSaid(
              source,
              "on the class path is another version than the one that ran: "
                  + classes(
                      otherVersion,
                      "has no such lines as the dump",
                      "have no such lines as the dump")));
    }
  }

  private static String classes(Set<String> names, String one, String many) {
    String example = names.iterator().next().replace('/', '.');
    return names.size() == 1
        ? example + " " + one
        : names.size() + " classes on its stacks " + many + ", such as " + example;
  }
}
