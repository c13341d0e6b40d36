// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final String ROOT = "io.github.loomunpin.analyzer";

  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void layers_are_respected() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("cli")
        .definedBy(ROOT + ".cli")
        .layer("report")
        .definedBy(ROOT + ".report")
        .layer("gate")
        .definedBy(ROOT + ".gate")
        .layer("correlate")
        .definedBy(ROOT + ".correlate")
        .layer("jfr")
        .definedBy(ROOT + ".jfr")
        .layer("compare")
        .definedBy(ROOT + ".compare")
        .layer("record")
        .definedBy(ROOT + ".record")
        .layer("convert")
        .definedBy(ROOT + ".convert")
        .layer("freeze")
        .definedBy(ROOT + ".freeze")
        .layer("dump")
        .definedBy(ROOT + ".dump")
        .layer("pin")
        .definedBy(ROOT + ".pin")
        .layer("explain")
        .definedBy(ROOT + ".explain")
        .layer("advice")
        .definedBy(ROOT + ".advice")
        .layer("diff")
        .definedBy(ROOT + ".diff")
        .layer("scan")
        .definedBy(ROOT + ".scan")
        .layer("blocking")
        .definedBy(ROOT + ".blocking")
        .layer("calls")
        .definedBy(ROOT + ".calls")
        .layer("source")
        .definedBy(ROOT + ".source")
        .layer("classpath")
        .definedBy(ROOT + ".classpath")
        .layer("result")
        .definedBy(ROOT + ".result")
        .ensureAllClassesAreContainedInArchitectureIgnoring(name(ROOT + ".package-info"))
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("gate")
        .mayOnlyAccessLayers("scan", "blocking", "result")
        .whereLayer("correlate")
        .mayOnlyAccessLayers("advice", "pin", "scan", "blocking", "classpath", "result")
        .whereLayer("compare")
        .mayOnlyAccessLayers("correlate", "pin", "result")
        .whereLayer("record")
        .mayOnlyAccessLayers("dump", "pin")
        .whereLayer("convert")
        .mayNotAccessAnyLayer()
        .whereLayer("freeze")
        .mayOnlyAccessLayers("dump", "pin", "scan", "classpath", "result")
        .whereLayer("dump")
        .mayOnlyAccessLayers("pin", "result")
        .whereLayer("jfr")
        .mayOnlyAccessLayers("pin", "result")
        .whereLayer("explain")
        .mayOnlyAccessLayers("advice", "scan", "source", "blocking", "result")
        .whereLayer("advice")
        .mayOnlyAccessLayers("result")
        .whereLayer("diff")
        .mayOnlyAccessLayers("scan", "blocking", "result")
        .whereLayer("scan")
        .mayOnlyAccessLayers("blocking", "calls", "source", "classpath", "result")
        .whereLayer("blocking")
        .mayOnlyAccessLayers("calls", "result")
        .whereLayer("calls")
        .mayOnlyAccessLayers("result")
        .whereLayer("source")
        .mayNotAccessAnyLayer()
        .whereLayer("classpath")
        .mayOnlyAccessLayers("result")
        .whereLayer("pin")
        .mayOnlyAccessLayers("result")
        .whereLayer("result")
        .mayNotAccessAnyLayer()
        .because("a result is made before it is written, and is the same in every format")
        .check(classes);
  }

  @Test
  void the_command_line_holds_no_logic() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".cli")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.github.loomunpin.rules..",
            "org.objectweb.asm..",
            "com.fasterxml.jackson..",
            "jdk.jfr..",
            "java.util.zip..")
        .because("options, output and exit codes are all a command is about")
        .check(classes);
  }

  @Test
  void nothing_below_the_command_line_prints_or_exits() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(System.class, "console")
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .callMethodWhere(target(name("printStackTrace")).and(target(rawParameterTypes(List.of()))))
        .because("builds and tests use the analyzer as a library")
        .check(classes);
  }

  @Test
  void nothing_below_the_command_line_knows_of_it() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".cli", "picocli..")
        .because("builds and tests use the analyzer as a library")
        .check(classes);
  }

  @Test
  void only_the_jfr_package_reads_recordings() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".jfr")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.jfr..")
        .because("events differ between JDKs, and one place should know how")
        .check(classes);
  }

  @Test
  void no_package_depends_on_itself_in_a_circle() {
    slices()
        .matching(ROOT + ".(*)..")
        .should()
        .beFreeOfCycles()
        .because("each flow reads from top to bottom")
        .check(classes);
  }
}
