// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs in JVMs that collect, hash or compile in another way: the sample of them, and in the
 * long form what else is run in several configurations.
 */
final class JvmScenarios {
  /** Each also runs without the agent, where those that show its purpose stand still. */
  private static final List<String> PROGRAMS =
      Programs.names(
          program ->
              program.jvm().length == 0
                  && program.oracle() != Oracle.UNPINNED_JDK
                  && (program.sample()
                      || Settings.isLong() && (program.core() || program.shape())));

  private JvmScenarios() {}

  @Torture(
      shows =
          "whoever is inside while a mapped file is cut gets an error, and leaves the monitor all the same",
      note =
          "The JVM throws that error wherever it polls next. In the long form also with"
              + " -XX:TieredStopAtLevel=1, -Xint, -XX:-TieredCompilation and -Xcomp")
  static String cutMappedFile(Lab lab) throws Exception {
    List<String> options = new ArrayList<>(List.of("-Xmixed"));
    if (Settings.isLong()) {
      options.addAll(
          List.of("-XX:TieredStopAtLevel=1", "-Xint", "-XX:-TieredCompilation", "-Xcomp"));
    }
    StringBuilder outcomes = new StringBuilder();
    for (String app : List.of("CutFileApp", "CutFileContendedApp")) {
      for (String option : options) {
        outcomes.append(inItsOwn(lab, app, option));
      }
    }
    return outcomes.toString();
  }

  @Torture(
      shows =
          "a virtual thread that contends for the lock which closing its channel takes is interrupted,"
              + " while the JDK holds a lock that the thread may need, and so do those who wake it")
  static String closedWhileContending(Lab lab) throws Exception {
    return inItsOwn(lab, "ClosedWhileContendingApp");
  }

  @Torture(
      shows = "the first locks of a program fail where the stack ends, and no later ones do",
      note = "-Xint, -XX:TieredStopAtLevel=1, and neither")
  static String firstLockAtStackEnd(Lab lab) throws Exception {
    return inItsOwn(lab, "FirstLockAtStackEndApp", "-Xint")
        + inItsOwn(lab, "FirstLockAtStackEndApp", "-XX:TieredStopAtLevel=1")
        + inItsOwn(lab, "FirstLockAtStackEndApp", "-Xmixed");
  }

  @Torture(
      shows =
          "the JDK's first locks of an application's writer fail where the stack ends, and no later"
              + " ones do",
      note = "-Xint, -XX:TieredStopAtLevel=1, and neither")
  static String firstWriteAtStackEnd(Lab lab) throws Exception {
    return inItsOwn(lab, "FirstWriteAtStackEndApp", "-Xint")
        + inItsOwn(lab, "FirstWriteAtStackEndApp", "-XX:TieredStopAtLevel=1")
        + inItsOwn(lab, "FirstWriteAtStackEndApp", "-Xmixed");
  }

  @Torture(
      shows = "the first joins of a program fail where the stack ends, and no later ones do",
      note = "-Xint, -XX:TieredStopAtLevel=1, and neither")
  static String firstJoinAtStackEnd(Lab lab) throws Exception {
    return inItsOwn(lab, "FirstJoinAtStackEndApp", "-Xint")
        + inItsOwn(lab, "FirstJoinAtStackEndApp", "-XX:TieredStopAtLevel=1")
        + inItsOwn(lab, "FirstJoinAtStackEndApp", "-Xmixed");
  }

  @Torture(
      shows = "the first join of a program is right while the heap is full, and so are later ones",
      note = "-Xmx32m")
  static String firstJoinAtFullHeap(Lab lab) throws Exception {
    return inItsOwn(lab, "FirstJoinAtFullHeapApp", "-Xmx32m");
  }

  @Torture(
      shows =
          "a virtual thread that joins a platform thread goes on although others keep all carriers:"
              + " they wait for a class that one of them initializes, compute, or wait in a Hashtable",
      note = "the last with one carrier, and no more")
  static String joinerIsServed(Lab lab) throws Exception {
    return joining(lab, "initialize", List.of())
        + joining(lab, "compute", List.of())
        + joining(
            lab,
            "map",
            List.of(
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1"));
  }

  private static String joining(Lab lab, String how, List<String> options) throws Exception {
    Path classes = lab.directory().resolve("JoiningApp");
    if (!Files.exists(classes)) {
      lab.compile("JoiningApp", List.of(), Lab.source("JoiningApp.java"));
    }
    return lab.java("joining-" + how)
            .options(options.toArray(String[]::new))
            .classPath(List.of(classes))
            .main("scenario.JoiningApp", how)
            .run()
        + '\n';
  }

  @Torture(
      shows =
          "the scheduler replaces the carrier of a thread that waits, or joins a platform thread,"
              + " while it is pinned",
      note = "in Hashtable.compute; reads fields of the JDK")
  static String pinnedWait(Lab lab) throws Exception {
    Path classes = lab.compile("PinnedWaitApp", List.of(), Lab.source("PinnedWaitApp.java"));
    return lab.java("pinned-wait")
            .options(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
            .classPath(List.of(classes))
            .main("scenario.PinnedWaitApp")
            .run()
        + '\n';
  }

  @Torture(
      shows = "a JVM that is to print what pins does not stand still where the output has a lock",
      note = "-Djdk.tracePinnedThreads=short, which the agent ignores")
  static String tracedPins(Lab lab) throws Exception {
    return inItsOwn(lab, "TracedPinsApp", "-Djdk.tracePinnedThreads=short");
  }

  private static String inItsOwn(Lab lab, String app, String... options) throws Exception {
    Path classes = lab.directory().resolve(app);
    if (!Files.exists(classes)) {
      lab.compile(app, List.of(), Lab.source(app + ".java"));
    }
    return lab.java(app + String.join("", options))
            .options(options)
            .classPath(List.of(classes))
            .main("scenario." + app)
            .run()
        + '\n';
  }

  @Torture(
      shows = "all objects have one identity hash code, so that all locks are in one bucket",
      note = "-XX:hashCode=2")
  static String equalHashCodes(Lab lab) throws Exception {
    return programs(lab, "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");
  }

  @Torture(
      shows = "identity hash codes are consecutive numbers",
      note = "-XX:hashCode=3",
      longOnly = true)
  static String consecutiveHashCodes(Lab lab) throws Exception {
    return programs(lab, "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3");
  }

  @Torture(
      shows = "ZGC, with generations and without, moves objects while they are locked",
      longOnly = true)
  static String zgc(Lab lab) throws Exception {
    boolean hasBoth = lab.jdk().feature() < 24;
    String generational =
        hasBoth
            ? programs(lab, "-XX:+UseZGC", "-XX:+ZGenerational", "-Xmx512m")
            : programs(lab, "-XX:+UseZGC", "-Xmx512m");
    return hasBoth ? generational + programs(lab, "-XX:+UseZGC", "-Xmx512m") : generational;
  }

  @Torture(
      shows = "so does Shenandoah",
      note = "Not every build of the JDK has it.",
      longOnly = true)
  static String shenandoah(Lab lab) throws Exception {
    return programs(lab, "-XX:+UseShenandoahGC", "-Xmx512m");
  }

  @Torture(
      shows = "every method is compiled before it runs for the first time",
      note = "-Xcomp",
      longOnly = true)
  static String compiledAtOnce(Lab lab) throws Exception {
    return programs(lab, "-Xcomp");
  }

  @Torture(
      shows =
          "the JVM's own monitors are inflated at once, locked on the stack, or locked in a small list",
      note = "-XX:LockingMode=0, 1 and 2 on JDK 21 to 23",
      longOnly = true)
  static String lockingModes(Lab lab) throws Exception {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("JDK " + lab.jdk().feature() + " is not to be told how to lock");
    }
    StringBuilder outcomes = new StringBuilder();
    for (String mode : List.of("0", "1", "2")) {
      outcomes.append(programs(lab, "-XX:+UnlockExperimentalVMOptions", "-XX:LockingMode=" + mode));
    }
    return outcomes.toString();
  }

  private static String programs(Lab lab, String... options) throws Exception {
    Ended version =
        lab.jdk()
            .java()
            .options(options)
            .program()
            .arguments("-version")
            .in(lab.directory())
            .printingTo(lab.directory().resolve("version.log"))
            .run(Duration.ofMinutes(10));
    if (version.exitCode() != 0) {
      throw new NotApplicable("this JVM has no " + String.join(" ", options));
    }
    StringBuilder outcomes = new StringBuilder();
    for (Kind kind : Kind.values()) {
      List<String> programs = PROGRAMS.stream().filter(program -> kindOf(program) == kind).toList();
      if (!programs.isEmpty()) {
        String name = String.join("", options).replaceAll("\\W+", "-") + kind;
        outcomes.append(
            lab.programsWith(
                name, programs, List.of(kind), run -> run.options(options).timeoutSeconds(3_600)));
      }
    }
    return outcomes.toString();
  }

  /** With threads of both kinds, if the program is for that. */
  private static Kind kindOf(String program) {
    List<Kind> kinds = List.of(Programs.torture(program).threads());
    return kinds.contains(Kind.MIXED) ? Kind.MIXED : kinds.getFirst();
  }
}
