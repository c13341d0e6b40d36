// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.github.loomunpin.bench");

  @Test
  void only_the_transformer_is_measured_from_inside() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..bench.transform..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.github.loomunpin.agent..", "io.github.loomunpin.rules..")
        .because("everything else is measured as it is shipped")
        .check(CLASSES);
  }

  @Test
  void only_the_benchmarks_of_monitors_know_jmh() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..bench.micro..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.openjdk.jmh..")
        .because("whole processes are not measured by it")
        .check(CLASSES);
  }
}
