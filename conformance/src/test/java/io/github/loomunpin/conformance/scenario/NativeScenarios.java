// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Code that is no bytecode. */
final class NativeScenarios {
  private NativeScenarios() {}

  @Torture(
      shows =
          "a C library that enters monitors and calls notifyAll shares the locks of JDK classes and"
              + " of excluded classes; synchronized native methods exclude other code",
      difference =
          "On an object of another class, C locks the monitor and Java code the lock, and they do"
              + " not exclude each other.",
      note = "Where there is a C compiler.")
  static String jniLocks(Lab lab) throws Exception {
    Path classes = lab.compile("classes", List.of(), Lab.source("NativeApp.java"));
    Path library = library(lab, Lab.source("native_locks.c"));
    String force = lab.jdk().feature() >= 24 ? "force=true," : "";
    return lab.java("native")
        .agentOptions(force + "strict=true,exclude=scenario.NativeApp$Excluded")
        .classPath(List.of(classes))
        .main("scenario.NativeApp", library.toString())
        .run();
  }

  @Torture(
      shows = "JNA binds synchronized native methods by the names that reflection tells it",
      note = "JNA 5.18.1.")
  static String jnaDirectMapping(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("jna"));
    path.add(lab.compile("jna", path, Lab.source("JnaApp.java")));
    return lab.java("jna").classPath(path).main("scenario.JnaApp").run();
  }

  private static Path library(Lab lab, Path source) throws Exception {
    Path include = Jdk.running().home().resolve("include");
    if (!Files.exists(include.resolve("jni.h"))) {
      throw new NotApplicable("the building JDK has no jni.h");
    }
    Path library = lab.directory().resolve(System.mapLibraryName("native_locks"));
    Program compiler =
        Program.of("cc", "-shared", "-fPIC", "-O1", "-I" + include)
            .arguments("-o", library.toString(), source.toString())
            .in(lab.directory())
            .printingTo(lab.directory().resolve("cc.log"));
    try (Stream<Path> inside = Files.list(include)) {
      // jni_md.h is in a folder with the system's name.
      for (Path folder : inside.filter(Files::isDirectory).toList()) {
        compiler = compiler.arguments("-I" + folder);
      }
    }
    Ended compiled;
    try {
      compiled = compiler.run(Duration.ofMinutes(10));
    } catch (IOException e) {
      throw new NotApplicable("there is no C compiler here: " + e.getMessage());
    }
    compiled.successfully();
    return library;
  }
}
