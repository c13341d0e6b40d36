// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
  void what_is_shown_does_not_know_how_it_is_measured() {
    noClasses()
        .that()
        .resideInAnyPackage("..demo.page..", "..demo.outcome..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..demo.run..", "..demo.findings..", "..demo.setup..")
        .because("a report can be made again from outcomes in files")
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
