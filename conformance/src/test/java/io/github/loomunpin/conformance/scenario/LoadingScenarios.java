// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Classes that are loaded where the JVM may leave agents out. */
final class LoadingScenarios {
  private static final String FIRST_LOCKS = "scenario.FirstLocksApp";

  private static final String LOADED_BEFORE =
      "1 of no known agent (scenario.NestedLoadApp$Locking)";

  private LoadingScenarios() {}

  private static Path fresh(Lab lab, String main) throws Exception {
    return lab.compile(
        "classes",
        List.of(),
        Lab.source(main + ".java"),
        Lab.source("FreshClasses.java"),
        Lab.source("Held.java"));
  }

  @Torture(
      shows =
          "classes lock as all others do that are first used at the very end of the stack, or on"
              + " threads with stacks of every size",
      note = "Defined in five ways, on platform threads and virtual ones.")
  static String classesWhereStackIsShort(Lab lab) throws Exception {
    return lab.java("stack")
        .classPath(List.of(fresh(lab, "ShortOfStackApp")))
        .main("scenario.ShortOfStackApp")
        .run();
  }

  @Torture(
      shows =
          "a class of the JDK that shares locks is loaded at the very end of the stack, is rewritten"
              + " when that is noticed, and is named; strict=true stops the JVM",
      difference =
          "Until then, a second or at most a minute later, the JDK locks natively what other code"
              + " may lock virtually.")
  static String jdkClassesWhereStackIsShort(Lab lab) throws Exception {
    Path classes =
        lab.compile(
            "classes",
            List.of(),
            Lab.source("JdkShortOfStackApp.java"),
            Lab.source("EmptyPreferences.java"));
    String force = lab.jdk().feature() >= 24 ? "force=true," : "";
    JavaRun run = jdkShortOfStack(lab, "stack", classes, force + "strict=false");
    String outcome = run.run();
    if (lab.agent()) {
      named(run.output());
      named(jdkShortOfStack(lab, "strict", classes, force + "strict=true").runTo(1));
    }
    return outcome;
  }

  private static JavaRun jdkShortOfStack(Lab lab, String name, Path classes, String options) {
    return lab.java(name)
        .agentOptions(options)
        .classPath(List.of(classes))
        .main("scenario.JdkShortOfStackApp");
  }

  private static void named(String output) {
    if (!output.contains("java.util.prefs.AbstractPreferences was not offered")) {
      throw new AssertionError("the class is not named\n" + output);
    }
  }

  @Torture(shows = "classes lock as all others do that are first used while the heap is full")
  static String classesWhereMemoryIsShort(Lab lab) throws Exception {
    return lab.java("memory")
        .options("-Xmx24m", "-XX:+UseSerialGC")
        .classPath(List.of(fresh(lab, "ShortOfMemoryApp")))
        .main("scenario.ShortOfMemoryApp")
        .run();
  }

  @Torture(
      shows =
          "classes are defined with 300 KB of the heap left, and their objects are locked for the"
              + " first time while nothing is left: no error comes out of synchronized")
  static String firstLocksWhereMemoryIsShort(Lab lab) throws Exception {
    Path classes =
        lab.compile(
            "classes",
            List.of(),
            Lab.source("TightHeapApp.java"),
            Lab.source("FreshClasses.java"),
            Lab.source("Held.java"));
    return lab.java("tight")
        .options("-Xmx24m", "-XX:+UseSerialGC")
        .classPath(List.of(classes))
        .main("scenario.TightHeapApp")
        .run();
  }

  @Torture(
      shows =
          "locks are first taken in the code of class loaders while the heap is full, while another"
              + " thread loads a class with the same loader, and after the loader was closed",
      difference =
          "Classes whose loader refuses classes of java.lang that it does not know fail where they"
              + " lock; the agent says so.")
  static String firstLocksOfLoaders(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("FirstLocksApp.java"));
    if (lab.agent()) {
      JavaRun refused = firstLocks(lab, "refused", classes).main(FIRST_LOCKS, "$Unpin");
      String outcome = refused.run();
      if (!outcome.contains("NoClassDefFoundError")
          || !refused.output().contains("FirstLocksApp$Loader refused the agent")) {
        throw new AssertionError(refused.output());
      }
    }
    return firstLocks(lab, "first", classes).main(FIRST_LOCKS).run();
  }

  private static JavaRun firstLocks(Lab lab, String name, Path classes) {
    return lab.java(name).options("-Xmx24m", "-XX:+UseSerialGC").classPath(List.of(classes));
  }

  @Torture(
      shows =
          "class loaders throw, block, load classes, lie and go in circles when they are asked for"
              + " class files; what they load in the meantime locks as all other classes do")
  static String oddLoaders(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("OddLoadersApp.java"));
    return lab.java("loaders").classPath(List.of(classes)).main("scenario.OddLoadersApp").run();
  }

  @Torture(
      shows =
          "classes are added to the paths of class loaders, of the application and of the JVM, and"
              + " provide services, after the class that locks their objects was loaded")
  static String changingClassPath(Lab lab) throws Exception {
    Path late = lab.compile("late", List.of(), Lab.source("LateClasses.java"));
    Path early = lab.compile("early", List.of(late), Lab.source("EarlyUser.java"));
    Path services = Files.createDirectories(early.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.util.function.Supplier"), "scenario.EarlyUser\n");
    Path main =
        lab.compile(
            "main", List.of(), Lab.source("ChangingPathApp.java"), Lab.source("Holder.java"));
    Path app =
        Jars.of(
            lab.directory().resolve("app.jar"), main, Map.of("Premain-Class", "scenario.Holder"));
    Path earlyJar = Jars.of(lab.directory().resolve("early.jar"), early, Map.of());
    Path lateJar = Jars.of(lab.directory().resolve("late.jar"), late, Map.of());
    return lab.java("path")
        .options("-javaagent:" + app)
        .classPath(List.of(app))
        .main("scenario.ChangingPathApp", earlyJar.toString(), lateJar.toString())
        .run();
  }

  @Torture(
      shows =
          "class loaders define other classes than those whose files they show: a class locks what"
              + " the loaded classes say")
  static String classesThatAreNotShown(Lab lab) throws Exception {
    Path vector = lab.compile("vector", List.of(), Lab.source("JudgingVector.java"));
    Path plain = lab.compile("plain", List.of(), Lab.source("JudgingPlain.java"));
    Path user = lab.compile("user", List.of(vector), Lab.source("JudgingUser.java"));
    Path app = lab.compile("app", List.of(), Lab.source("JudgingApp.java"));
    return judging(lab, "classes", List.of(app, plain), user, vector)
        + '\n'
        + judging(lab, "resources", List.of(app, vector), user, plain);
  }

  @Torture(
      shows =
          "a hidden nest mate puts locks of other kinds into private fields of a class that only"
              + " fills them with plain objects itself: the class excludes all who lock the same")
  static String lockOfAHiddenNestMate(Lab lab) throws Exception {
    Path host = Lab.source("LockHost.java");
    Path open = Files.createDirectories(lab.directory().resolve("open")).resolve("LockHost.java");
    Files.writeString(open, Files.readString(host).replace("  private ", "  "));
    Path mate = lab.compile("mate", List.of(), open, Lab.source("LockMate.java"));
    Path app = lab.compile("app", List.of(), host, Lab.source("HiddenMateApp.java"));
    return lab.java("mate")
        .classPath(List.of(app))
        .main("scenario.HiddenMateApp", mate.resolve("scenario/LockMate.class").toString())
        .run();
  }

  @Torture(
      shows =
          "holdsLock by the name of a class that its loader has not loaded yet is Thread's if the"
              + " class inherits it, and the class's own if it hides it")
  static String holdsLockOfUnseenClass(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("AskingApp.java"));
    return lab.java("asking").classPath(List.of(classes)).main("scenario.AskingApp").run();
  }

  private static String judging(Lab lab, String first, List<Path> parent, Path user, Path own)
      throws Exception {
    return lab.java(first)
        .classPath(parent)
        .main("scenario.JudgingApp", first, user + "/", own + "/")
        .run();
  }

  @Torture(
      shows =
          "class loaders that cross locks, read a stream once, or have jars that others read, replace"
              + " and delete run as they do without the agent, which asks them for no file")
  static String loadersAreNotAsked(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("LoaderStateApp.java"));
    return lab.java("state").classPath(List.of(classes)).main("scenario.LoaderStateApp").run();
  }

  @Torture(
      shows =
          "a class that another agent loads in its transformer while this one starts keeps the JVM's"
              + " monitors and is named, and strict=true stops nothing",
      note = "Its loader shows no class files. Later ones are rewritten.")
  static String classesLoadedWhileTheAgentStarts(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("NestedLoadApp.java"));
    Path agent =
        Jars.of(
            lab.directory().resolve("agent.jar"),
            classes,
            Map.of("Premain-Class", "scenario.NestedLoadApp"));
    JavaRun silent = nestedLoad(lab, agent, "Silent");
    JavaRun locking = nestedLoad(lab, agent, "Locking");
    String outcome = silent.run() + locking.run();
    if (lab.agent() && !locking.output().contains(LOADED_BEFORE)) {
      throw new AssertionError("not named: " + locking.output());
    }
    JavaRun later = nestedLoad(lab, agent, "Locking");
    return outcome + later.options("-Dtrigger=none").run();
  }

  @Torture(
      shows =
          "so is it on JDK 24 and newer, where force=true converts and class paths are read in another"
              + " way",
      note = "In the long form the one above runs there as well.")
  static String classesLoadedWhileTheAgentStartsOnJdk24Plus(Lab lab) throws Exception {
    Jdk jdk = Jdk.named(25).orElseThrow(() -> new NotApplicable("there is no JDK 25 here"));
    return classesLoadedWhileTheAgentStarts(lab.on(jdk));
  }

  @Torture(
      shows =
          "threads of another agent may be updating a ConcurrentHashMap, or be in the midst of that for"
              + " long, while the agent starts: none gets in while another is inside",
      note =
          "Where one is in the midst for long, such maps keep the JVM's monitors, which is said.")
  static String mapsInUseWhileTheAgentStarts(Lab lab) throws Exception {
    Path agent =
        Jars.of(
            lab.directory().resolve("maps.jar"),
            lab.compile("maps", List.of(), Lab.source("MapsInUseApp.java")),
            Map.of("Premain-Class", "scenario.MapsInUseApp"));
    JavaRun busy = mapsInUse(lab, agent, "busy");
    JavaRun stuck = mapsInUse(lab, agent, "stuck");
    String outcome = busy.run() + stuck.run();
    String kept = "ConcurrentHashMap and CopyOnWriteArrayList keep the JVM's monitors";
    if (lab.agent() && (busy.output().contains(kept) || !stuck.output().contains(kept))) {
      throw new AssertionError(busy.output() + stuck.output());
    }
    return outcome;
  }

  @Torture(
      shows =
          "with jdk=off, or with some groups alone, the JDK keeps its other monitors: what updates a"
              + " map or changes a vector excludes what else does, and so do readers and writers")
  static String jdkMonitorsLeftAlone(Lab lab) throws Exception {
    String force = lab.jdk().feature() >= 24 ? "force=true," : "";
    StringBuilder outcomes = new StringBuilder();
    for (String groups : List.of("off", "maps", "collections,logging", "io,services,join")) {
      outcomes.append(
          lab.programsWith(
              groups,
              List.of("mapListBin", "mapNodeGivenOut", "copyOnWriteList", "vectorCompound"),
              List.of(Kind.PLATFORM),
              run -> run.agentOptions(force + "strict=true,jdk=" + groups)));
    }
    return outcomes.toString();
  }

  @Torture(
      shows =
          "a class of another agent that was loaded before this one locks the JDK's objects, vectors,"
              + " streams and synchronized maps among them: it excludes code that is loaded later")
  static String objectsOfJdkThatAnEarlyClassLocks(Lab lab) throws Exception {
    Path agent =
        Jars.of(
            lab.directory().resolve("early.jar"),
            lab.compile(
                "early",
                List.of(),
                Lab.source("EarlyJdkLocksApp.java"),
                Lab.source("TwoWays.java")),
            Map.of("Premain-Class", "scenario.EarlyJdkLocksApp"));
    return lab.java("early")
        .optionsBeforeAgent("-javaagent:" + agent)
        .classPath(List.of(agent))
        .main("scenario.EarlyJdkLocksApp")
        .run();
  }

  private static JavaRun mapsInUse(Lab lab, Path agent, String how) {
    return lab.java(how)
        .optionsBeforeAgent("-javaagent:" + agent + "=" + how)
        .classPath(List.of(agent))
        .main("scenario.MapsInUseApp");
  }

  private static JavaRun nestedLoad(Lab lab, Path agent, String used) {
    return lab.java(used)
        .optionsBeforeAgent(
            "-javaagent:" + agent,
            "-Dtrigger=io/github/loomunpin/agent/unoffered/RuntimeLink",
            "-Dused=" + used)
        .classPath(List.of(agent))
        .main("scenario.NestedLoadApp");
  }
}
