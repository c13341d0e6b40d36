// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Proguard;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Class files that a shrinker has been at. */
final class ProguardScenarios {
  private static final List<String> PROGRAMS =
      Programs.names(program -> program.jvm().length == 0 && program.shape());

  private static final Path ASM = ClassPathArgument.entry(org.objectweb.asm.ClassWriter.class);

  private ProguardScenarios() {}

  @Torture(
      shows =
          "programs with monitors of all shapes have the same outcomes when ProGuard has optimised"
              + " their code, and verify",
      note = "ProGuard 7.7.0.",
      longOnly = true)
  static String proguardOptimised(Lab lab) throws Exception {
    Path optimised = lab.plainDirectory().resolve("optimised.jar");
    if (!lab.agent()) {
      optimise(lab, optimised);
    }
    return lab.programsWith(
        "optimised",
        PROGRAMS,
        List.of(Kind.MIXED),
        run -> run.options("-Xverify:all").classPath(List.of(optimised, ASM)));
  }

  private static void optimise(Lab lab, Path optimised) throws Exception {
    Path in = Jars.of(lab.directory().resolve("in.jar"), Settings.programClasses(), Map.of());
    try (Proguard proguard = new Proguard(lab.directory())) {
      proguard.optimise(in, List.of(ASM), optimised);
    }
  }
}
