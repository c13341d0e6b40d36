// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Starts of the agent that go wrong, or might. */
final class StartScenarios {
  private StartScenarios() {}

  private static Path monitorFree(Lab lab) throws Exception {
    return lab.compile(
        "classes",
        List.of(),
        Lab.source("MonitorFree.java"),
        Lab.source("User.java"),
        Lab.source("Cell.java"));
  }

  private static String options(Lab lab, String options) {
    return options + (lab.jdk().feature() >= 24 ? ",force=true" : "");
  }

  /** Runs to the end, which must be the expected one; the agent must say what is expected. */
  private static String run(Lab lab, JavaRun run, int expected, String said) throws Exception {
    String output = run.runTo(lab.agent() ? expected : 0);
    if (lab.agent() && !output.contains(said)) {
      throw new AssertionError("not said: " + said + "\n" + output);
    }
    return JavaRun.outcomeOf(output);
  }

  @Torture(
      shows =
          "an agent that cannot start says why in one line, and the program runs as if it were not"
              + " there; strict=true stops the JVM",
      note = "The agent's jar lacks a file.")
  static String agentThatCannotStart(Lab lab) throws Exception {
    Path agent = Files.copy(Settings.agentJar(), lab.directory().resolve("loom-unpin.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(agent)) {
      Files.delete(jar.getPath("loom-unpin/rules/jdk-virtual.txt"));
    }
    Path classes = monitorFree(lab);
    String outcome = "";
    for (String strict : List.of("strict=false", "strict=true")) {
      JavaRun run =
          lab.java(strict).agents(0).classPath(List.of(classes)).main("scenario.MonitorFree");
      if (lab.agent()) {
        run.optionsBeforeAgent("-javaagent:" + agent + "=" + options(lab, strict));
      }
      boolean isStopped = strict.endsWith("true");
      String said = run(lab, run, isStopped ? 1 : 0, "nothing is rewritten: the agent cannot read");
      outcome += isStopped ? "" : said;
    }
    return outcome;
  }

  @Torture(
      shows =
          "if somebody overwrites the agent's jar while the JVM runs, a class that the agent cannot"
              + " rewrite any more is refused; strict=true stops the JVM")
  static String jarThatIsOverwritten(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("AgentOverwrittenApp.java"));
    String outcome = "";
    for (String strict : List.of("strict=false", "strict=true")) {
      boolean isStopped = strict.endsWith("true");
      Path agent = lab.directory().resolve(isStopped ? "strict.jar" : "loom-unpin.jar");
      Files.copy(Settings.agentJar(), agent);
      JavaRun run =
          lab.java(strict)
              .agents(0)
              .classPath(List.of(classes))
              .main("scenario.AgentOverwrittenApp", agent.toString());
      if (lab.agent()) {
        run.optionsBeforeAgent("-javaagent:" + agent + "=" + options(lab, strict));
      }
      String said =
          run(lab, run, isStopped ? 1 : 0, "has overwritten the agent's jar while the JVM");
      outcome += isStopped ? "" : said;
    }
    return outcome;
  }

  @Torture(shows = "the agent's folder may have a name in which the JDK finds no resources")
  static String agentInOddFolder(Lab lab) throws Exception {
    Path folder = Files.createDirectories(lab.directory().resolve("odd!"));
    Path agent = Files.copy(Settings.agentJar(), folder.resolve("loom-unpin.jar"));
    JavaRun run =
        lab.java("odd").agents(0).classPath(List.of(monitorFree(lab))).main("scenario.MonitorFree");
    if (lab.agent()) {
      run.options("-javaagent:" + agent + "=" + options(lab, "strict=true"));
    }
    return run(lab, run, 0, "[loom-unpin] converted ");
  }

  @Torture(shows = "a system class loader of the program's own need not say where classes are from")
  static String systemClassLoader(Lab lab) throws Exception {
    JavaRun run =
        lab.java("loader")
            .options("-Djava.system.class.loader=scenario.SystemLoader")
            .classPath(List.of(lab.compile("classes", List.of(), Lab.source("SystemLoader.java"))))
            .main("scenario.SystemLoader");
    return run(lab, run, 0, "[loom-unpin] on JDK");
  }

  @Torture(
      shows = "the class path may have classes of the agent's own names, as the analyzer's jar")
  static String ownClassesOnTheClassPath(Lab lab) throws Exception {
    Path source = lab.directory().resolve("AgentOptions.java");
    Files.writeString(source, "package io.github.loomunpin.rules.option; class AgentOptions {}");
    Path others = lab.compile("others", List.of(), source);
    try (FileSystem jar = FileSystems.newFileSystem(Settings.agentJar())) {
      Path same = jar.getPath("io/github/loomunpin/rules/classfile/OwnFiles.class");
      Path target = others.resolve(same.toString());
      Files.createDirectories(target.getParent());
      Files.copy(same, target);
    }
    JavaRun run =
        lab.java("own").classPath(List.of(monitorFree(lab), others)).main("scenario.MonitorFree");
    return run(lab, run, 0, "[loom-unpin] converted ");
  }

  @Torture(
      shows =
          "further options of an agent that is active already are named; strict=true among them stops"
              + " the JVM")
  static String optionsOfASecondAgent(Lab lab) throws Exception {
    Path classes = monitorFree(lab);
    String outcome = "";
    for (String more : List.of("verbose=true", "strict=true")) {
      JavaRun run =
          lab.java(more)
              .agentOptions(options(lab, "strict=false"))
              .classPath(List.of(classes))
              .main("scenario.MonitorFree");
      if (lab.agent()) {
        run.options("-javaagent:" + Settings.agentJar() + "=" + more);
      }
      boolean isStopped = more.startsWith("strict");
      String said = run(lab, run, isStopped ? 2 : 0, "these options are ignored: \"" + more);
      outcome += isStopped ? "" : said;
    }
    return outcome;
  }

  @Torture(shows = "patterns that match no class, and a report that cannot be written, are named")
  static String uselessOptions(Lab lab) throws Exception {
    Path file = Files.writeString(lab.directory().resolve("file"), "");
    String options = "exclude=scenario.Monitor*;com.acme.*,report=" + file.resolve("folder");
    JavaRun run =
        lab.java("useless")
            .agentOptions(options(lab, options))
            .classPath(List.of(monitorFree(lab)))
            .main("scenario.MonitorFree");
    String outcome = run(lab, run, 0, "exclude=com.acme.* has matched no class");
    return outcome + run(lab, run, 0, "cannot write to report=");
  }

  @Torture(
      shows =
          "strict=true in a file stops the JVM also if the agent may not start, as far as the file"
              + " may be read",
      note = "A security manager denies the agent what it needs.")
  static String strictInFileOfAgentThatMayNotStart(Lab lab) throws Exception {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("this JDK has no security manager");
    }
    Path classes = monitorFree(lab);
    String outcome = "";
    for (String strict : List.of("strict=false", "strict=true")) {
      Path file = Files.writeString(lab.directory().resolve("options"), strict);
      Path policy =
          Files.writeString(
              lab.directory().resolve("policy"),
              "grant { permission java.io.FilePermission \"<<ALL FILES>>\", \"read\"; };");
      JavaRun run =
          lab.java(strict)
              .agents(0)
              .options("-Djava.security.manager", "-Djava.security.policy==" + policy)
              .classPath(List.of(classes))
              .main("scenario.MonitorFree");
      if (lab.agent()) {
        run.optionsBeforeAgent("-javaagent:" + Settings.agentJar() + "=config=" + file);
      }
      boolean isStopped = strict.endsWith("true");
      String said = run(lab, run, isStopped ? 1 : 0, "nothing is rewritten: the security manager");
      outcome += isStopped ? "" : said;
    }
    return outcome;
  }
}
