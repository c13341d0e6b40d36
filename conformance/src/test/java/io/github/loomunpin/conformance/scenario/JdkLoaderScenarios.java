// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Code in the boot and platform loaders that is not the JDK's, and shares locks. */
final class JdkLoaderScenarios {
  private JdkLoaderScenarios() {}

  private static Path app(Lab lab) throws Exception {
    return lab.compile("classes", List.of(), Lab.source("PlantedApp.java"));
  }

  /** The class that locks, compiled into a package, which may be one of a module of the JDK. */
  private static Path planted(Lab lab, String packageName, String module) throws Exception {
    Path folder = Files.createDirectories(lab.directory().resolve(packageName));
    Path source = folder.resolve("Planted.java");
    String text = Files.readString(Lab.source("Planted.java"));
    Files.writeString(source, text.replace("package planted;", "package " + packageName + ";"));
    String patch = module.isEmpty() ? "-g" : "--patch-module=" + module + "=" + folder;
    lab.tool(
        "javac", "--source=21", "--target=21", patch, "-d", folder.toString(), source.toString());
    return folder;
  }

  @Torture(
      shows =
          "classes on the boot class path, and in modules of the JDK that are patched, lock objects of"
              + " every kind together with the application")
  static String codeAddedToTheJdk(Lab lab) throws Exception {
    Path app = app(lab);
    Path onPath = planted(lab, "planted", "");
    Path ofBootLoader = planted(lab, "java.util.logging", "java.logging");
    Path ofPlatformLoader = planted(lab, "java.sql", "java.sql");
    Path jar = Jars.of(lab.directory().resolve("patch.jar"), ofPlatformLoader, Map.of());
    return run(lab, "path", app, "planted.Planted", "-Xbootclasspath/a:" + onPath)
        + "\n"
        + run(
            lab,
            "boot",
            app,
            "java.util.logging.Planted",
            "--patch-module=java.logging=" + ofBootLoader)
        + "\n"
        + run(lab, "platform", app, "java.sql.Planted", "--patch-module=java.sql=" + jar);
  }

  private static String run(Lab lab, String name, Path app, String planted, String option)
      throws Exception {
    return lab.java(name)
        .options(option, "--add-modules=java.sql")
        .classPath(List.of(app))
        .main("scenario.PlantedApp", planted)
        .run();
  }

  @Torture(
      shows =
          "a class that a program defines in a package of the JDK locks objects of every kind"
              + " together with the application")
  static String classDefinedInAJdkPackage(Lab lab) throws Exception {
    Path planted = planted(lab, "java.util", "java.base");
    return lab.java("defined")
        .options("--add-opens=java.base/java.util=ALL-UNNAMED")
        .classPath(List.of(app(lab)))
        .main("scenario.PlantedApp", "java.util.Planted", planted + "/java/util/Planted.class")
        .run();
  }

  @Torture(
      shows =
          "an agent that starts earlier has loaded classes of the boot class path, which lock objects"
              + " of every kind together with the application all the same")
  static String bootClassesLoadedEarlier(Lab lab) throws Exception {
    Path planted = planted(lab, "planted", "");
    Path agent = lab.compile("agent", List.of(planted), Lab.source("PlantingAgent.java"));
    Path jar =
        Jars.of(
            lab.directory().resolve("agent.jar"),
            agent,
            Map.of("Premain-Class", "scenario.PlantingAgent", "Boot-Class-Path", "planted/"));
    return lab.java("loaded")
        .optionsBeforeAgent("-javaagent:" + jar)
        .classPath(List.of(app(lab)))
        .main("scenario.PlantedApp", "planted.Planted")
        .run();
  }

  @Torture(
      shows =
          "code that is put into java.base, whose classes the lock is made of, is not rewritten but"
              + " named; strict=true stops the JVM",
      difference = "Such code locks natively what other code may lock virtually.")
  static String patchedJavaBase(Lab lab) throws Exception {
    Path planted = planted(lab, "java.util", "java.base");
    String plain = patched(lab, "plain", planted, "strict=false", 0);
    if (lab.agent()) {
      patched(lab, "strict", planted, "strict=true", 1);
    }
    return plain;
  }

  private static String patched(Lab lab, String name, Path planted, String options, int expected)
      throws Exception {
    JavaRun run =
        lab.java(name)
            .agentOptions(options + (lab.jdk().feature() >= 24 ? ",force=true" : ""))
            .options("--patch-module=java.base=" + planted)
            .classPath(List.of(lab.compile("user", List.of(), Lab.source("PatchedApp.java"))))
            .main("scenario.PatchedApp");
    String output = run.runTo(expected);
    if (output.contains("java.util.Planted is put into java.base") != lab.agent()) {
      throw new AssertionError("named: " + !lab.agent() + "\n" + output);
    }
    return JavaRun.outcomeOf(output);
  }
}
