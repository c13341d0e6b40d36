// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Ways of launching an application that an agent could spoil. */
final class LaunchScenarios {
  private static final List<String> PROGRAMS = Programs.names(Torture::sample);

  private LaunchScenarios() {}

  @Torture(
      shows =
          "classes without monitors still come from the application's class data archive, and the"
              + " JVM does not warn")
  static String appCds(Lab lab) throws Exception {
    Path classes =
        lab.compile("classes", List.of(), Lab.source("User.java"), Lab.source("Cell.java"));
    Path free = lab.compile("free", List.of(classes), Lab.source("MonitorFree.java"));
    Path jar = Jars.of(lab.directory().resolve("app.jar"), classes, Map.of());
    Path freeJar = Jars.of(lab.directory().resolve("free.jar"), free, Map.of());
    List<Path> path = List.of(jar, freeJar);
    Path list = lab.directory().resolve("classes.list");
    Path archive = lab.directory().resolve("app.jsa");
    plain(lab, path, "-Xshare:off", "-XX:DumpLoadedClassList=" + list, "scenario.MonitorFree");
    plain(
        lab,
        path,
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + list,
        "-XX:SharedArchiveFile=" + archive);
    JavaRun run =
        lab.java("archived")
            .classPath(path)
            .options("-Xshare:on", "-XX:SharedArchiveFile=" + archive, "-Xlog:class+load")
            .main("scenario.MonitorFree");
    String outcome = run.run();
    if (run.output().contains("Sharing is only supported")) {
      throw new AssertionError("the JVM warns: " + run.output());
    }
    return outcome
        + "\nJDK class archived "
        + isArchived(run.output(), "java.util.concurrent.ConcurrentHashMap")
        + ", class without monitors archived "
        + isArchived(run.output(), "scenario.MonitorFree");
  }

  private static void plain(Lab lab, List<Path> path, String... options) throws Exception {
    Ended dump =
        lab.jdk()
            .java()
            .classPath(path)
            .options(options)
            .program()
            .in(lab.directory())
            .printingTo(lab.directory().resolve("dump.log"))
            .run(Duration.ofMinutes(10));
    if (dump.exitCode() != 0) {
      throw new NotApplicable("this JDK makes no class data archive: " + dump.output());
    }
  }

  private static boolean isArchived(String output, String name) {
    return output
        .lines()
        .anyMatch(line -> line.contains(" " + name + " source: shared objects file"));
  }

  @Torture(shows = "the classes of a signed jar keep their signers", longOnly = true)
  static String signedJar(Lab lab) throws Exception {
    Path classes =
        lab.compile("classes", List.of(), Lab.source("SignedApp.java"), Lab.source("Cell.java"));
    Path jar =
        Jars.of(
            lab.directory().resolve("app.jar"),
            classes,
            Map.of("Main-Class", "scenario.SignedApp"));
    String store = lab.directory().resolve("keys.p12").toString();
    String[] key = {"-keystore", store, "-storepass", "changeit"};
    lab.tool(
        "keytool",
        concat(key, "-genkeypair", "-alias", "k", "-dname", "CN=torture", "-keyalg", "RSA"));
    lab.tool("jarsigner", concat(key, jar.toString(), "k"));
    return lab.java("signed").main("-jar", jar.toString()).run();
  }

  private static String[] concat(String[] first, String... second) {
    return Stream.of(first, second).flatMap(Stream::of).toArray(String[]::new);
  }

  @Torture(
      shows =
          "a program interrupts all threads of all thread groups: none of them spins then, locks"
              + " work, and threads inside them are not starved")
  static String interruptedThreadGroups(Lab lab) throws Exception {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("from JDK 24 on threads may starve inside monitors by themselves");
    }
    Path classes =
        lab.compile(
            "classes", List.of(), Lab.source("InterruptedApp.java"), Lab.source("Cell.java"));
    return lab.java("interrupted")
        .classPath(List.of(classes))
        .main("scenario.InterruptedApp")
        .run();
  }

  @Torture(
      shows = "an application keeps the ASM on its class path, which is older than the agent's",
      note = "ASM 5.2.")
  static String asmOnAppClassPathOtherVersion(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("asm-old"));
    path.add(lab.compile("classes", path, Lab.source("AsmApp.java"), Lab.source("Cell.java")));
    return lab.java("asm").classPath(path).main("scenario.AsmApp").run();
  }

  @Torture(
      shows =
          "while threads of a subclass of Thread contend, wait and are interrupted, nobody but the"
              + " program calls a method that the subclass overrides")
  static String threadSubclassIsNotAsked(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("OverridingThreadApp.java"));
    return lab.java("overriding")
        .classPath(List.of(classes))
        .main("scenario.OverridingThreadApp")
        .run();
  }

  @Torture(shows = "the agent twice on the command line is the agent once")
  static String agentTwiceOnCommandLine(Lab lab) throws Exception {
    return lab.programsWith("twice", PROGRAMS, List.of(Kind.MIXED), run -> run.agents(2));
  }

  @Torture(
      shows =
          "java -jar with the agent in JAVA_TOOL_OPTIONS runs as on the command line; named as"
              + " Launcher-Agent-Class in the manifest, the agent would come too late, and the JVM ends")
  static String agentOfExecutableJar(Lab lab) throws Exception {
    Path classes =
        lab.compile("classes", List.of(), Lab.source("User.java"), Lab.source("Cell.java"));
    Map<String, String> main = Map.of("Main-Class", "scenario.user.User");
    Path app = Jars.of(lab.directory().resolve("app.jar"), classes, main);
    JavaRun run = lab.java("environment").agents(0).main("-jar", app.toString());
    if (lab.agent()) {
      String force = lab.jdk().feature() >= 24 ? ",force=true" : "";
      String agent = "-javaagent:" + Settings.agentJar() + "=strict=true" + force;
      run.startedBy("env", "JAVA_TOOL_OPTIONS=" + agent);
    }
    String outcome = run.run();
    if (lab.agent() && !run.output().contains("[loom-unpin] converted ")) {
      throw new AssertionError("nothing is rewritten: " + run.output());
    }
    if (lab.agent()) {
      Path copy = Files.copy(Settings.agentJar(), lab.directory().resolve("loom-unpin.jar"));
      Map<String, String> agent =
          Map.of(
              "Main-Class",
              "scenario.user.User",
              "Class-Path",
              copy.getFileName().toString(),
              "Launcher-Agent-Class",
              "io.github.loomunpin.agent.start.PreMain");
      Path launched = Jars.of(lab.directory().resolve("launched.jar"), classes, agent);
      String late = lab.java("manifest").agents(0).main("-jar", launched.toString()).runTo(1);
      if (!JavaRun.outcomeOf(late).isEmpty()) {
        throw new AssertionError("the program ran: " + late);
      }
    }
    return outcome;
  }

  @Torture(
      shows = "on JDK 24 and newer the agent says so in one line and rewrites nothing",
      oracle = Oracle.ASSERTIONS,
      note = "Runs on JDK 25 whatever the JDK of the other scenarios is.")
  static String jdk24PlusNoOp(Lab lab) throws Exception {
    Jdk jdk = Jdk.named(25).orElseThrow(() -> new NotApplicable("there is no JDK 25 here"));
    Lab newer = lab.on(jdk);
    JavaRun[] used = new JavaRun[1];
    newer.programsWith(
        "noop",
        PROGRAMS,
        List.of(Kind.MIXED),
        run -> used[0] = run.agentOptions("strict=true").notRewriting());
    List<String> said =
        used[0].output().lines().filter(line -> line.startsWith("[loom-unpin]")).toList();
    if (said.size() != 1 || !said.getFirst().contains("JDK 25")) {
      throw new AssertionError("the agent says " + said);
    }
    return said.getFirst();
  }

  @Torture(
      shows =
          "with force=true the agent rewrites on JDK 24 and newer as well, and the JDK's own code",
      oracle = Oracle.ASSERTIONS,
      note = "Runs on JDK 25 whatever the JDK of the other scenarios is.")
  static String forcedOnJdk24Plus(Lab lab) throws Exception {
    Jdk jdk = Jdk.named(25).orElseThrow(() -> new NotApplicable("there is no JDK 25 here"));
    return lab.on(jdk)
        .programsWith(
            "forced",
            PROGRAMS,
            List.of(Kind.MIXED),
            run -> run.agentOptions("strict=true,force=true"));
  }

  @Torture(shows = "with recordings running, events that lock themselves are recorded exactly")
  static String jfrRecordingOn(Lab lab) throws Exception {
    Path classes =
        lab.compile("classes", List.of(), Lab.source("JfrApp.java"), Lab.source("Cell.java"));
    String ofJvm = lab.directory().resolve("jvm.jfr").toString();
    String ofApp = lab.directory().resolve("app.jfr").toString();
    String outcome =
        lab.java("recorded")
            .options("-XX:StartFlightRecording:settings=profile,filename=" + ofJvm)
            .classPath(List.of(classes))
            .main("scenario.JfrApp", ofApp)
            .run();
    return outcome + ", recording of the JVM " + (Files.size(Path.of(ofJvm)) > 10_000);
  }

  @Torture(
      shows =
          "a monitor that stays native still pins on JDK 21, and the agent's report names it and why")
  static String nativeObjectsStillPin(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("TablePinApp.java"));
    Path report = lab.directory().resolve("report");
    String options = lab.jdk().feature() >= 24 ? "force=true," : "";
    String outcome =
        lab.java("pinning")
            .agentOptions(options + "strict=true,report=" + report)
            .classPath(List.of(classes))
            .main("scenario.TablePinApp")
            .run();
    if (lab.agent()) {
      String json = onlyFile(report);
      if (!json.contains("java.util.Hashtable")) {
        throw new AssertionError("the report does not name the table: " + json);
      }
    }
    return outcome;
  }

  @Torture(
      shows =
          "a dry run rewrites nothing, and says of the same classes and sites that it would as a"
              + " rewrite says that it does")
  static String dryRun(Lab lab) throws Exception {
    Path classes =
        lab.compile("classes", List.of(), Lab.source("User.java"), Lab.source("Cell.java"));
    Path report = lab.directory().resolve("report");
    String force = lab.jdk().feature() >= 24 ? "force=true," : "";
    String dry =
        lab.programsWith(
            "dry-programs",
            PROGRAMS,
            List.of(Kind.MIXED),
            run -> run.agentOptions(force + "strict=true,mode=dry-run").notRewriting());
    StringBuilder outcomes = new StringBuilder(dry);
    for (String mode : List.of("rewrite", "dry-run")) {
      outcomes
          .append('\n')
          .append(
              lab.java(mode)
                  .agentOptions(
                      force + "strict=true,mode=" + mode + ",report=" + report.resolve(mode))
                  .classPath(List.of(classes))
                  .main("scenario.user.User")
                  .run());
    }
    if (lab.agent()) {
      String rewritten = onlyFile(report.resolve("rewrite"));
      String planned = onlyFile(report.resolve("dry-run"));
      if (!planned.equals(rewritten.replace("\"mode\": \"rewrite\"", "\"mode\": \"dry-run\""))) {
        throw new AssertionError("would do " + planned + "but does " + rewritten);
      }
      if (rewritten.contains("\"sitesRewritten\": 0,")) {
        throw new AssertionError("nothing to rewrite: " + rewritten);
      }
    }
    return outcomes.toString();
  }

  private static String onlyFile(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return Files.readString(files.findFirst().orElseThrow());
    }
  }
}
