// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.github.loomunpin.demo.experiment.Experiments;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.github.loomunpin.demo");

  @Test
  void the_comparison_uses_runs_and_runs_use_load() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("compare")
        .definedBy("..demo.compare..")
        .layer("run")
        .definedBy("..demo.run..")
        .layer("load")
        .definedBy("..demo.load..")
        .layer("experiment")
        .definedBy("..demo.experiment..")
        .layer("findings")
        .definedBy("..demo.findings..")
        .layer("setup")
        .definedBy("..demo.setup..")
        .whereLayer("compare")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("run")
        .mayOnlyBeAccessedByLayers("compare", "findings")
        .whereLayer("load")
        .mayOnlyBeAccessedByLayers("run", "compare")
        .whereLayer("experiment")
        .mayOnlyBeAccessedByLayers("run", "findings", "compare")
        .whereLayer("findings")
        .mayOnlyBeAccessedByLayers("compare")
        .whereLayer("setup")
        .mayOnlyBeAccessedByLayers("compare")
        .because("a run can be repeated by hand, without the comparison")
        .check(CLASSES);
  }

  @Test
  void experiments_are_data() {
    noClasses()
        .that()
        .resideInAPackage("..demo.experiment..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("..demo.experiment..", "java..")
        .because("whoever adds one has to know nothing of how it is run")
        .check(CLASSES);
  }

  @Test
  void only_the_command_knows_which_experiments_there_are() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..demo.experiment..")
        .and()
        .doNotHaveSimpleName("DemoCommand")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Experiments.class)
        .because("a new experiment is new data and no new flow")
        .check(CLASSES);
  }

  @Test
  void only_the_setup_starts_databases() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..demo.setup..", "..demo.postgres..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("..demo.postgres..")
        .because("one database serves all runs, and may be the user's")
        .check(CLASSES);
  }

  @Test
  void only_the_load_knows_the_load_generator() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..demo.load..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.mortbay..", "org.eclipse.jetty..", "org.HdrHistogram..")
        .because("figures must not change with the tool that takes them")
        .check(CLASSES);
  }
}
