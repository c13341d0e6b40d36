// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Other agents in the same JVM, before and after this one. */
final class AgentScenarios {
  private static final List<String> PROGRAMS = Programs.names(Torture::sample);

  private static final List<Kind> KINDS = List.of(Kind.MIXED);

  private AgentScenarios() {}

  @Torture(
      shows =
          "JaCoCo's agent, before and after this agent, records coverage of the same classes as without"
              + " it",
      note = "JaCoCo 0.8.14.",
      longOnly = true)
  static String jacoco(Lab lab) throws Exception {
    Path jar = Settings.library("jacoco").getFirst();
    return coverage(lab, jar, "before", true) + "\n" + coverage(lab, jar, "after", false);
  }

  private static String coverage(Lab lab, Path jar, String name, boolean before) throws Exception {
    Path exec = lab.directory().resolve(name + ".exec");
    String option =
        "-javaagent:"
            + jar
            + "=destfile="
            + exec
            + ",includes=io.github.loomunpin.conformance.torture.*Programs";
    String outcome =
        before
            ? lab.programsWith(name, PROGRAMS, KINDS, run -> run.optionsBeforeAgent(option))
            : lab.programs(name, PROGRAMS, KINDS, option);
    Coverage coverage = Coverage.read(exec);
    if (coverage.covered() == 0) {
      throw new AssertionError("nothing was covered");
    }
    return outcome + "\n" + coverage.classes();
  }

  @Torture(
      shows = "the OpenTelemetry agent, before and after this agent",
      note = "OpenTelemetry 2.20.1.",
      longOnly = true)
  static String openTelemetry(Lab lab) throws Exception {
    String jar = "-javaagent:" + Settings.library("opentelemetry").getFirst();
    String[] quiet = {
      "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none"
    };
    return lab.programsWith(
            "before", PROGRAMS, KINDS, run -> run.optionsBeforeAgent(jar).options(quiet))
        + "\n"
        + lab.programsWith("after", PROGRAMS, KINDS, run -> run.options(jar).options(quiet));
  }

  @Torture(
      shows =
          "Mockito's inline mock maker stubs, spies and mocks classes with synchronized methods",
      note = "Mockito 5.20.0.",
      longOnly = true)
  static String mockitoInline(Lab lab) throws Exception {
    List<Path> jars = Settings.library("mockito");
    Path agent = jar(jars, "mockito-core");
    return scenarioMain(lab, "MockitoApp", jars, "-javaagent:" + agent);
  }

  @Torture(
      shows = "Byte Buddy adds advice to loaded classes with synchronized methods, and removes it")
  static String byteBuddyRetransformOfOurClass(Lab lab) throws Exception {
    List<Path> jars = Settings.library("mockito");
    Path agent = jar(jars, "byte-buddy-agent");
    return scenarioMain(lab, "ByteBuddyApp", jars, "-javaagent:" + agent);
  }

  @Torture(
      shows =
          "what Byte Buddy puts into methods, or derives from them, before and after they are loaded,"
              + " runs inside their locks: it may wait and notify, and locks what the program locks")
  static String byteBuddyInsideLocks(Lab lab) throws Exception {
    List<Path> jars = Settings.library("mockito");
    Path agent = jar(jars, "byte-buddy-agent");
    return scenarioMain(lab, "InsideLocksApp", jars, "-javaagent:" + agent, "load")
        + "\n"
        + scenarioMain(lab, "InsideLocksApp", jars, "-javaagent:" + agent, "loaded");
  }

  @Torture(
      shows =
          "synchronized native methods that Byte Buddy renames by a prefix of its own keep their locks"
              + " and their C code, which the JVM finds by name, or which JNA or C code registers",
      note = "Byte Buddy 1.17.7, JNA 5.18.1, SQLite JDBC 3.36.0.3.")
  static String byteBuddyNativePrefix(Lab lab) throws Exception {
    List<Path> jars = new ArrayList<>(Settings.library("mockito"));
    jars.addAll(Settings.library("jna"));
    jars.addAll(Settings.library("sqlite"));
    Path agent = jar(jars, "byte-buddy-agent");
    return scenarioMain(lab, "NativePrefixApp", jars, "-javaagent:" + agent);
  }

  @Torture(
      shows =
          "answers of Mockito's inline mock maker run inside the locks of synchronized methods, also"
              + " of static ones",
      note = "Mockito 5.20.0.")
  static String mockitoInsideLocks(Lab lab) throws Exception {
    List<Path> jars = Settings.library("mockito");
    return scenarioMain(lab, "MockedLocksApp", jars, "-javaagent:" + jar(jars, "mockito-core"));
  }

  @Torture(
      shows = "AspectJ's weaver finds synchronized methods, and its advice runs inside their locks",
      note = "AspectJ 1.9.24.")
  static String aspectjInsideLocks(Lab lab) throws Exception {
    return woven(lab, "AdvisedApp", "LockedAspect", "");
  }

  @Torture(
      shows = "a block is left as before where AspectJ's advice on its locking throws",
      note = "AspectJ 1.9.24 with -Xjoinpoints:synchronization.")
  static String aspectjThrowsAtLocks(Lab lab) throws Exception {
    return woven(
        lab,
        "LockJoinPointsApp",
        "LockJoinPointsAspect",
        " options='-Xjoinpoints:synchronization'");
  }

  private static String woven(Lab lab, String main, String aspect, String weaver) throws Exception {
    List<Path> jars = Settings.library("aspectj");
    Path classes =
        lab.compile("classes", jars, Lab.source(main + ".java"), Lab.source(aspect + ".java"));
    Path config = Files.createDirectories(classes.resolve("META-INF"));
    Files.writeString(
        config.resolve("aop.xml"),
        "<aspectj><aspects><aspect name='scenario.%s'/></aspects>".formatted(aspect)
            + "<weaver%s><include within='scenario..*'/></weaver></aspectj>".formatted(weaver));
    return inBothOrders(lab, main, jars, classes, "-javaagent:" + jars.getFirst());
  }

  @Torture(
      shows = "what Byteman's rules put at the entry and exit of methods runs inside their locks",
      note = "Byteman 4.0.26.")
  static String bytemanInsideLocks(Lab lab) throws Exception {
    List<Path> jars = Settings.library("byteman");
    Path classes = lab.compile("classes", jars, Lab.source("AdvisedApp.java"));
    String option = "-javaagent:" + jars.getFirst() + "=script:" + Lab.source("advised.btm");
    return inBothOrders(lab, "AdvisedApp", jars, classes, option);
  }

  private static Path jar(List<Path> jars, String name) {
    return jars.stream()
        .filter(jar -> jar.getFileName().toString().startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  private static String scenarioMain(
      Lab lab, String main, List<Path> jars, String option, String... arguments) throws Exception {
    Path classes =
        lab.compile("classes", jars, Lab.source(main + ".java"), Lab.source("Cell.java"));
    return inBothOrders(lab, main, jars, classes, option, arguments);
  }

  private static String inBothOrders(
      Lab lab, String main, List<Path> jars, Path classes, String option, String... arguments)
      throws Exception {
    List<Path> path = new ArrayList<>(jars);
    path.add(classes);
    String[] command =
        Stream.concat(Stream.of("scenario." + main), Stream.of(arguments)).toArray(String[]::new);
    return new BothOrders(lab, path, String.join("-", arguments)).run(option, option, command);
  }
}
