// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Path;
import java.util.List;

/** Other agents in the same JVM, before and after this one. */
final class AgentScenarios {
  private static final List<String> PROGRAMS = Programs.names(Torture::sample);

  private static final List<Kind> KINDS = List.of(Kind.MIXED);

  private AgentScenarios() {}

  @Torture(
      shows =
          "JaCoCo's agent records coverage before and after this agent; before it, it sees the same"
              + " classes as without it",
      note = "JaCoCo 0.8.14. Put it before this agent, so that its reports match the class files.",
      longOnly = true)
  static String jacoco(Lab lab) throws Exception {
    Path jar = Settings.library("jacoco").getFirst();
    String first = coverage(lab, jar, "before", true);
    String second = coverage(lab, jar, "after", false);
    return first + "\n" + second;
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
    return outcome + "\n" + (before ? coverage.classes() : coverage.names());
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
    Path agent =
        jars.stream()
            .filter(jar -> jar.toString().contains("mockito-core"))
            .findFirst()
            .orElseThrow();
    return scenarioMain(lab, "MockitoApp", jars, "-javaagent:" + agent);
  }

  @Torture(
      shows = "Byte Buddy adds advice to loaded classes with synchronized methods, and removes it")
  static String byteBuddyRetransformOfOurClass(Lab lab) throws Exception {
    List<Path> jars = Settings.library("mockito");
    Path agent =
        jars.stream()
            .filter(jar -> jar.toString().contains("byte-buddy-agent"))
            .findFirst()
            .orElseThrow();
    return scenarioMain(lab, "ByteBuddyApp", jars, "-javaagent:" + agent);
  }

  private static String scenarioMain(Lab lab, String main, List<Path> jars, String option)
      throws Exception {
    Path classes =
        lab.compile("classes", jars, Lab.source(main + ".java"), Lab.source("Cell.java"));
    List<Path> path = new java.util.ArrayList<>(jars);
    path.add(classes);
    String before =
        lab.java("before")
            .optionsBeforeAgent(option)
            .classPath(path)
            .main("scenario." + main)
            .run();
    String after = lab.java("after").options(option).classPath(path).main("scenario." + main).run();
    if (before.isEmpty()) {
      throw new AssertionError("no outcome");
    }
    return before + "\n" + after;
  }
}
