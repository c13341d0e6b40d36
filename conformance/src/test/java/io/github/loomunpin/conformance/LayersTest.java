// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final String ROOT = "io.github.loomunpin.conformance";

  private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT);

  private static final JavaClasses PROGRAMS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void packages_build_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("torture")
        .definedBy(ROOT + ".torture")
        .layer("harness")
        .definedBy(ROOT + ".harness")
        .layer("run")
        .definedBy(ROOT + ".run")
        .layer("scenario")
        .definedBy(ROOT + ".scenario")
        .layer("page")
        .definedBy(ROOT + ".page")
        .layer("corpus")
        .definedBy(ROOT + ".corpus")
        .layer("matrix")
        .definedBy(ROOT + ".matrix")
        .layer("heap")
        .definedBy(ROOT + ".heap")
        .layer("runtime")
        .definedBy(ROOT + ".runtime..")
        .layer("model")
        .definedBy(ROOT + ".model")
        .layer("tests")
        .definedBy(ROOT)
        .whereLayer("torture")
        .mayNotAccessAnyLayer()
        .whereLayer("harness")
        .mayOnlyAccessLayers("torture")
        .whereLayer("run")
        .mayOnlyAccessLayers("torture", "harness")
        .whereLayer("scenario")
        .mayOnlyAccessLayers("torture", "harness")
        .whereLayer("page")
        .mayNotAccessAnyLayer()
        .whereLayer("corpus")
        .mayOnlyAccessLayers("harness", "page")
        .whereLayer("matrix")
        .mayOnlyAccessLayers("torture", "harness")
        .whereLayer("heap")
        .mayNotAccessAnyLayer()
        .whereLayer("runtime")
        .mayOnlyAccessLayers("harness", "heap")
        .whereLayer("model")
        .mayNotAccessAnyLayer()
        .whereLayer("tests")
        .mayOnlyAccessLayers("torture", "harness", "run", "scenario", "page")
        .ensureAllClassesAreContainedInArchitectureIgnoring("jdk.test.whitebox")
        .because("each kind of test must be understood without the others")
        .check(ALL);
  }

  @Test
  void packages_have_no_cycles() {
    slices()
        .matching(ROOT + ".(*)..")
        .should()
        .beFreeOfCycles()
        .because("each package must be understood without the ones above it")
        .check(ALL);
  }

  @Test
  void programs_depend_on_asm_and_the_jdk_only() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "..",
            "org.objectweb.asm..",
            "java..",
            "javax..",
            "org.xml.sax..",
            "jdk..",
            "com.sun..",
            "sun..")
        .because("they run in JVMs that have nothing but them, with the agent and without")
        .check(PROGRAMS);
  }

  @Test
  void only_two_packages_are_compiled_against_the_agent() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".corpus", ROOT + ".runtime..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.github.loomunpin.agent..", "io.github.loomunpin.rules..")
        .because(
            "the agent is tested as its users have it: as a jar on the command line. The corpus needs"
                + " more classes rewritten than could be run, and the stress of the locks is to"
                + " tell faults of the locks from faults of the rewriting; both take what they use"
                + " from that jar")
        .check(ALL);
  }
}
