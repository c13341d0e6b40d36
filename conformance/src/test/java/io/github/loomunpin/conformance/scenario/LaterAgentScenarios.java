// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Classes that another agent changes, while they are defined in odd ways or changed once more. */
final class LaterAgentScenarios {
  private static final Map<String, String> MANIFEST =
      Map.of(
          "Premain-Class", "scenario.ChangingAgent",
          "Can-Redefine-Classes", "true",
          "Can-Retransform-Classes", "true");

  /** The other agent, and what it needs. */
  private static final List<String> AGENT =
      List.of(
          "ChangingAgent",
          "EarlyLoads",
          "EarlyMonitors",
          "EarlySite",
          "FreshClasses",
          "Held",
          "Noted",
          "OneClassLoader");

  private LaterAgentScenarios() {}

  @Torture(
      shows =
          "a class is redefined by its class file and by a changed one, and retransformed, while an"
              + " agent that is not asked again changes it as well: its methods keep locks and flags")
  static String redefinitionBesideAnotherAgent(Lab lab) throws Exception {
    Path app = app(lab, "RedefinedBesideApp", "Changed");
    return beside(lab, app, "change", "change", "scenario.RedefinedBesideApp");
  }

  @Torture(
      shows =
          "a definition that failed for its superclass and is tried again, one that the JVM refuses"
              + " because the class is there, two at the same time, and one without a name: locks and"
              + " flags are those of the class file that the JVM took")
  static String definitionsBesideAnotherAgent(Lab lab) throws Exception {
    return beside(lab, "DefinitionsApp", "change", "change+retransform");
  }

  @Torture(
      shows =
          "a class that turned out to extend Hashtable only after it was loaded is redefined and"
              + " retransformed, and still locks what Hashtable locks")
  static String superclassThatIsKnownLate(Lab lab) throws Exception {
    Path app = app(lab, "LateSuperclassApp");
    Path superclass = lab.compile("superclass", List.of(), Lab.source("LateTable.java"));
    Path late = lab.compile("late", List.of(superclass), Lab.source("ChangedLate.java"));
    String main = "scenario.LateSuperclassApp";
    String[] command = {main, superclass + "/", late + "/"};
    return beside(lab, app, "change", "change+retransform", command);
  }

  @Torture(
      shows =
          "a class is retransformed to one in which the same blocks lock another variable, of another"
              + " kind: they exclude each other there, and when all is as it was")
  static String otherVariableIsLocked(Lab lab) throws Exception {
    return beside(lab, "OtherLockApp", "none", "none");
  }

  @Torture(
      shows =
          "methods as long as the JVM compiles or takes, and longer or shorter ones, are loaded,"
              + " retransformed and redefined by each other, beside an agent that makes what it"
              + " returns of the loader's class file and not of what it is given")
  static String longMethodsBesideAnotherAgent(Lab lab) throws Exception {
    return beside(lab, "LongMethodsApp", "disk", "disk+retransform");
  }

  @Torture(
      shows =
          "an agent makes a synchronized method into one that is not, and waits while another thread"
              + " runs the body, which is synchronized")
  static String bodyThatAnotherThreadRuns(Lab lab) throws Exception {
    return beside(lab, "DispatchedApp", "dispatch", "dispatch+retransform");
  }

  @Torture(
      shows =
          "transformers return the array that they were given, edited or not, an empty one, and what"
              + " is no class file or that of another class, remove methods and flags, and throw")
  static String transformersThatReturnAnything(Lab lab) throws Exception {
    return beside(lab, "TransformersApp", "none", "none");
  }

  @Torture(
      shows =
          "class files of old versions that call holdsLock are loaded, retransformed and redefined"
              + " beside an agent that changes them",
      note = "Versions 48 to 52, and that of JDK 21; with strict=true.")
  static String oldVersionsBesideAnotherAgent(Lab lab) throws Exception {
    return beside(lab, "OldVersionApp", "change", "change+retransform");
  }

  @Torture(
      shows =
          "a class with synchronized native methods, of which one is bound, is redefined and"
              + " retransformed beside an agent that starts from the loader's class file",
      note = "JNA 5.18.1.")
  static String nativeMethodsBesideAnotherAgent(Lab lab) throws Exception {
    return beside(lab, "NativeBesideApp", "disk", "disk+retransform");
  }

  @Torture(
      shows =
          "redefinitions and other agents try to take the synchronized flags of a loaded class: the"
              + " JVM refuses each, and methods keep their locks; in a class that is being defined"
              + " the flags may go")
  static String flagsStayOnceLoaded(Lab lab) throws Exception {
    return beside(lab, "OtherFlagsApp", "none", "none");
  }

  @Torture(
      shows =
          "classes that a thread of another agent loads while the agent starts, and before and after"
              + " that, exclude in their own code and in that of others")
  static String classesLoadedDuringTheStart(Lab lab) throws Exception {
    return beside(lab, "EarlyLoadsApp", "load", "load");
  }

  @Torture(
      shows =
          "a class that has no monitor in its file, and gets one by another agent as it is loaded"
              + " before this agent or after it, excludes")
  static String monitorsGivenToAnEarlyClass(Lab lab) throws Exception {
    return beside(lab, "EarlyLoadsApp", "site", "site");
  }

  @Torture(
      shows =
          "a transformer of another agent loads a class while one is defined: the transformers after"
              + " it still see the class file of the jar")
  static String transformerThatLoadsClasses(Lab lab) throws Exception {
    return beside(lab, "NestedTransformersApp", "none", "none");
  }

  @Torture(
      shows =
          "methods that another agent makes synchronized when their class is defined hold their locks"
              + " then, after the class is retransformed and redefined, and when one more agent"
              + " changes it")
  static String flagsThatAnotherAgentGives(Lab lab) throws Exception {
    return beside(lab, "GivenFlagsApp", "none", "none");
  }

  @Torture(
      shows =
          "a plain lock of a class that exclude= names, held while another agent makes the class"
              + " anew of the loader's class file, excludes in the code from before and after")
  static String excludedLockOfChangedClass(Lab lab) throws Exception {
    Path app = app(lab, "ExcludedLockApp");
    return new BothOrders(lab, path(app), "", "exclude=scenario.ChangedLocking")
        .run(agent(app, "disk"), agent(app, "disk+retransform"), "scenario.ExcludedLockApp");
  }

  @Torture(
      shows =
          "another agent gives the JVM the JDK's own class files for classes whose monitors are"
              + " converted when they are loaded: who reads the body of a request keeps out who"
              + " locks it")
  static String classesOfJdkThatAnotherAgentUndoes(Lab lab) throws Exception {
    return beside(
        lab, app(lab, "HttpBodyApp", "OfImage"), "none", "none", "scenario.HttpBodyApp", "undone");
  }

  @Torture(
      shows =
          "another agent gives the JVM the JDK's own class files for classes whose monitors are"
              + " converted, as Javassist does, at load or later: what locks the same object in two ways"
              + " stays excluded")
  static String classesOfJdkThatAnotherAgentStartsFrom(Lab lab) throws Exception {
    return beside(
        lab,
        app(lab, "JdkChangedApp", "TwoWays", "OfImage", "EmptyPreferences"),
        "none",
        "none",
        "scenario.JdkChangedApp",
        "image");
  }

  @Torture(
      shows =
          "what another agent puts into a synchronized method of the JDK that is converted runs inside"
              + " its lock")
  static String insideLocksOfJdk(Lab lab) throws Exception {
    return beside(
        lab,
        app(lab, "JdkChangedApp", "TwoWays", "OfImage", "EmptyPreferences"),
        "none",
        "none",
        "scenario.JdkChangedApp",
        "advised");
  }

  @Torture(
      shows =
          "another agent, before or after this one, gives classes a superclass that the JDK locks,"
              + " as AspectJ does for declare parents: their own code locks as the superclass does,"
              + " and they are named; strict=true stops the JVM",
      difference =
          "Classes that were rewritten before lock virtually what these and the JDK lock natively.")
  static String superclassThatAnotherAgentGives(Lab lab) throws Exception {
    Path app = app(lab, "GivenSuperclassApp");
    String before = givenSuperclass(lab, app, "before");
    return before + "\n" + givenSuperclass(lab, app, "after");
  }

  private static String givenSuperclass(Lab lab, Path app, String order) throws Exception {
    JavaRun run = givenSuperclass(lab, app, order, "strict=false");
    String outcome = run.run();
    if (lab.agent()) {
      JavaRun strict = givenSuperclass(lab, app, order + "Strict", "strict=true");
      String stopped = strict.runTo(1);
      for (String name : List.of("Locking", "Plain")) {
        String named = "now unsafe: scenario.GivenSuperclassApp$" + name + ":";
        if (!run.output().contains(named) || name.equals("Locking") && !stopped.contains(named)) {
          throw new AssertionError(named + "\n" + run.output() + stopped);
        }
      }
    }
    return outcome;
  }

  private static JavaRun givenSuperclass(Lab lab, Path app, String name, String options) {
    String force = lab.jdk().feature() >= 24 ? "force=true," : "";
    JavaRun run =
        lab.java(name)
            .agentOptions(force + options)
            .classPath(path(app))
            .main("scenario.GivenSuperclassApp");
    String agent = agent(app, "none");
    return name.startsWith("before") ? run.optionsBeforeAgent(agent) : run.options(agent);
  }

  /** The program and the other agent in one jar, since programs use the agent's instrumentation. */
  private static Path app(Lab lab, String... programs) throws Exception {
    Path[] sources =
        Stream.concat(Stream.of(programs), AGENT.stream())
            .map(name -> Lab.source(name + ".java"))
            .toArray(Path[]::new);
    Path classes = lab.compile("classes", path(), sources);
    return Jars.of(lab.directory().resolve("app.jar"), classes, MANIFEST);
  }

  private static String beside(Lab lab, String program, String before, String after)
      throws Exception {
    return beside(lab, app(lab, program), before, after, "scenario." + program);
  }

  private static String beside(Lab lab, Path app, String before, String after, String... command)
      throws Exception {
    return new BothOrders(lab, path(app), "").run(agent(app, before), agent(app, after), command);
  }

  private static String agent(Path app, String arguments) {
    return "-javaagent:" + app + "=" + arguments;
  }

  private static List<Path> path(Path app) {
    List<Path> path = path();
    path.add(app);
    return path;
  }

  /** What programs use; the other agent takes Byte Buddy's copy of ASM. */
  private static List<Path> path() {
    List<Path> path = new ArrayList<>(Settings.library("mockito"));
    path.addAll(Settings.library("jna"));
    return path;
  }
}
