// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import com.sun.tools.attach.VirtualMachine;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Child;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What the agent tells while the JVM runs. */
final class ManagementScenarios {
  private ManagementScenarios() {}

  @Torture(
      shows =
          "the agent's MBean is in the platform's server as soon as the program has made that, tells"
              + " who holds a lock that others wait for, and is there on a dry run as well")
  static String mbean(Lab lab) throws Exception {
    Path classes = classes(lab);
    return app(lab, "rewrite", classes, "rewrite").run()
        + "\n"
        + app(lab, "dry", classes, "dry-run")
            .agentOptions(options(lab, "mode=dry-run"))
            .notRewriting()
            .run();
  }

  /** The plain JVM has no agent to ask. */
  private static JavaRun app(Lab lab, String name, Path classes, String mode) {
    return lab.java(name)
        .agentOptions(options(lab, "strict=true"))
        .classPath(List.of(classes))
        .main("scenario.ManagedApp", lab.agent() ? mode : "none");
  }

  @Torture(
      shows =
          "no thread of the agent's loads the class that makes MBean servers by"
              + " javax.management.builder.initial, also where the agent is in a loader of its own")
  static String mbeanServerOfOwnBuilder(Lab lab) throws Exception {
    Path classes = classes(lab);
    String builder = "-Djavax.management.builder.initial=scenario.OwnBuilder";
    return app(lab, "builder", classes, "rewrite").options(builder).run()
        + "\n"
        + app(lab, "loader", classes, "rewrite")
            .options(builder, "-Djava.system.class.loader=scenario.SystemLoader")
            .run();
  }

  @Torture(
      shows = "the MBean is there under a security manager",
      note = "JDK 24 and newer have no security manager.")
  static String mbeanWithSecurityManager(Lab lab) throws Exception {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("JDK " + lab.jdk().feature() + " has no security manager");
    }
    Path classes = classes(lab);
    Path policy = lab.directory().resolve("granted.policy");
    Files.writeString(policy, all(classes) + all(Settings.agentJar()));
    return app(lab, "secured", classes, "rewrite")
        .options("-Djava.security.manager", "-Djava.security.policy=" + policy)
        .run();
  }

  private static String all(Path codeBase) {
    return "grant codeBase \"%s\" { permission java.security.AllPermission; };\n"
        .formatted(codeBase.toUri());
  }

  @Torture(
      shows =
          "a JVM without the module java.management runs as before, and one that has it but makes no"
              + " MBean server loads nothing of it")
  static String noMBeanServer(Lab lab) throws Exception {
    Path classes =
        lab.compile(
            "classes",
            List.of(),
            Lab.source("MonitorFree.java"),
            Lab.source("User.java"),
            Lab.source("Cell.java"));
    String outcome =
        lab.java("without")
            .options("--limit-modules=java.instrument")
            .classPath(List.of(classes))
            .main("scenario.MonitorFree")
            .run();
    JavaRun logged =
        lab.java("unused")
            .options("-Xlog:class+load")
            .classPath(List.of(classes))
            .main("scenario.MonitorFree");
    String loaded = logged.runTo(0);
    if (loaded.contains(" javax.management.") || loaded.contains(".agent.manage.Agent")) {
      throw new AssertionError("classes of java.management are loaded");
    }
    return outcome + "\n" + JavaRun.outcomeOf(loaded);
  }

  @Torture(
      shows =
          "another process that attaches to a JVM that has made no MBean server reads the MBean, from"
              + " which locks are seen that threads wait for")
  static String mbeanByAttaching(Lab lab) throws Exception {
    Path stop = lab.directory().resolve("stop");
    JavaRun run =
        lab.java("attached")
            .agentOptions(options(lab, "strict=true"))
            .classPath(List.of(lab.compile("classes", List.of(), Lab.source("WaitingApp.java"))))
            .main("scenario.WaitingApp", stop.toString());
    try (Child child = run.start()) {
      Duration limit = Duration.ofMinutes(10);
      child.awaitPrinted(Pattern.compile("READY"), limit);
      if (lab.agent()) {
        awaitWaiting(child, 2);
      }
      Files.createFile(stop);
      if (child.awaitOrEnd(limit) != 0) {
        throw new AssertionError(child.outputTail());
      }
      return JavaRun.outcomeOf(child.output());
    }
  }

  private static void awaitWaiting(Child child, int threads) throws Exception {
    VirtualMachine vm = VirtualMachine.attach(Long.toString(child.pid()));
    JMXServiceURL address = new JMXServiceURL(vm.startLocalManagementAgent());
    vm.detach();
    try (JMXConnector connector = JMXConnectorFactory.connect(address)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      ObjectName name = new ObjectName("io.github.loomunpin:type=Agent");
      long end = System.nanoTime() + 600_000_000_000L;
      String seen = "no MBean";
      while (System.nanoTime() - end < 0) {
        if (server.isRegistered(name)) {
          CompositeData[] locks = (CompositeData[]) server.getAttribute(name, "ContendedLocks");
          seen = List.of(locks).toString();
          if (locks.length == 1 && locks[0].get("waitingThreads").equals(threads)) {
            return;
          }
        }
        Thread.sleep(20);
      }
      throw new AssertionError(seen);
    }
  }

  @Torture(
      shows =
          "flight recordings have who waited for converted monitors, for how long and where, and what"
              + " went wrong; locks exclude each other and are left again while every wait is"
              + " recorded, also where stack is short")
  static String recordedWaits(Lab lab) throws Exception {
    Path classes =
        lab.compile(
            "classes",
            List.of(),
            Lab.source("RecordedApp.java"),
            Lab.source("Refusing.java"),
            Lab.source("Cell.java"));
    return lab.java("recorded")
        .agentOptions(options(lab, ""))
        .classPath(List.of(classes))
        .main("scenario.RecordedApp", lab.directory().resolve("app.jfr").toString())
        .run();
  }

  private static Path classes(Lab lab) throws Exception {
    return lab.compile(
        "classes",
        List.of(),
        Lab.source("ManagedApp.java"),
        Lab.source("OwnBuilder.java"),
        Lab.source("SystemLoader.java"));
  }

  private static String options(Lab lab, String options) {
    return lab.jdk().feature() >= 24
        ? options + (options.isEmpty() ? "" : ",") + "force=true"
        : options;
  }
}
