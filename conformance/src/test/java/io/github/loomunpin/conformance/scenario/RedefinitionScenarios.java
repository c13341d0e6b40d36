// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Classes that change after they were loaded. */
final class RedefinitionScenarios {
  private RedefinitionScenarios() {}

  @Torture(
      shows =
          "a loaded class with synchronized methods is redefined by its class file, by a changed one"
              + " while it is locked, and retransformed")
  static String redefine(Lab lab) throws Exception {
    return runBesideHolder(lab, "RedefineApp");
  }

  @Torture(
      shows =
          "a class is redefined three times while threads hold its locks, wait in them and for them:"
              + " threads in the old code and in the new one exclude and wake each other")
  static String swapInsideMonitors(Lab lab) throws Exception {
    return runBesideHolder(lab, "SwapApp");
  }

  @Torture(
      shows =
          "another agent retransforms every loaded class of the application without an error, and"
              + " BlockHound installs itself and detects",
      note = "BlockHound 1.0.13.")
  static String noOtherAgentFails_UnsupportedOperation(Lab lab) throws Exception {
    return runBesideHolder(lab, "RetransformAllApp") + "\n" + blockHound(lab);
  }

  @Torture(
      shows =
          "where BlockHound refuses blocking calls, contending for a lock is none, and a refused wait"
              + " leaves the lock held, and nobody unnoticed in its wait set",
      note = "BlockHound 1.0.13; also -XX:ActiveProcessorCount=1.")
  static String refusedBlocking(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("blockhound"));
    path.add(lab.compile("refused", path, Lab.source("RefusedBlockingApp.java")));
    return beside(lab, "refused", path, "RefusedBlockingApp")
        + "\n"
        + beside(lab, "refused-1", path, "RefusedBlockingApp", "-XX:ActiveProcessorCount=1");
  }

  private static String blockHound(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("blockhound"));
    path.add(
        lab.compile("blockhound", path, Lab.source("BlockHoundApp.java"), Lab.source("Cell.java")));
    return beside(lab, "blockhound", path, "BlockHoundApp");
  }

  private static String beside(
      Lab lab, String name, List<Path> path, String main, String... options) throws Exception {
    return lab.java(name)
        .options("-XX:+EnableDynamicAgentLoading", "-XX:+AllowRedefinitionToAddDeleteMethods")
        .options(options)
        .classPath(path)
        .main("scenario." + main)
        .run();
  }

  /** Once with the other agent before and once with it after this one. */
  private static String runBesideHolder(Lab lab, String main) throws Exception {
    Path classes =
        lab.compile(
            "classes",
            List.of(),
            Lab.source(main + ".java"),
            Lab.source("Cell.java"),
            Lab.source("Holder.java"));
    Map<String, String> manifest =
        Map.of(
            "Premain-Class", "scenario.Holder",
            "Can-Redefine-Classes", "true",
            "Can-Retransform-Classes", "true");
    Path app = Jars.of(lab.directory().resolve("app.jar"), classes, manifest);
    String holder = "-javaagent:" + app;
    return new BothOrders(lab, List.of(app), "").run(holder, holder, "scenario." + main);
  }
}
