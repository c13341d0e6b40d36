// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
