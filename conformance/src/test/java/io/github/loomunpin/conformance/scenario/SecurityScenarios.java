// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Security managers, which JDK 24 and newer do not have. */
final class SecurityScenarios {
  private SecurityScenarios() {}

  private static void assumeSecurityManager(Lab lab) throws NotApplicable {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("JDK " + lab.jdk().feature() + " has no security manager");
    }
  }

  @Torture(
      shows = "monitors work without any permission under a security manager",
      note = "JDK 24 and newer have no security manager.")
  static String securityManager21(Lab lab) throws Exception {
    assumeSecurityManager(lab);
    Path classes =
        lab.compile("classes", List.of(), Lab.source("SecurityApp.java"), Lab.source("Cell.java"));
    return lab.java("secured")
        .options("-Djava.security.manager=allow")
        .classPath(List.of(classes))
        .main("scenario.SecurityApp")
        .run();
  }

  @Torture(
      shows =
          "classes that are loaded and first used under a security manager, with no permission but"
              + " to be loaded, lock objects of every kind",
      note = "The manager is set by the program, or when the JVM starts.")
  static String classesWithoutPermissions(Lab lab) throws Exception {
    assumeSecurityManager(lab);
    Path main = lab.compile("main", List.of(), Lab.source("UnprivilegedApp.java"));
    Path classes = lab.compile("classes", List.of(), Lab.source("UnprivilegedUse.java"));
    // The main class and the agent may do everything; what it loads may read its own class files
    // only.
    Path policy =
        Files.writeString(
            lab.directory().resolve("granted.policy"),
            all(main)
                + all(Settings.agentJar())
                + "grant { permission java.io.FilePermission \"%s/-\", \"read\"; };\n"
                    .formatted(classes));
    return run(lab, "later", main, classes, policy, "-Djava.security.manager=allow")
        + "\n"
        + run(lab, "at-start", main, classes, policy, "-Djava.security.manager");
  }

  private static String all(Path codeBase) {
    return "grant codeBase \"%s\" { permission java.security.AllPermission; };\n"
        .formatted(codeBase.toUri());
  }

  private static String run(
      Lab lab, String name, Path main, Path classes, Path policy, String manager) throws Exception {
    return lab.java(name)
        .options(manager, "-Djava.security.policy=" + policy)
        .classPath(List.of(main))
        .main("scenario.UnprivilegedApp", classes + "/")
        .run();
  }
}
