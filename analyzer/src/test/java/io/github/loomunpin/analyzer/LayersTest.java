// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final String ROOT = "io.github.loomunpin.analyzer";

  private static final JavaClasses classes =
      new ClassFileImporter().importPath(ClassPathArgument.entry(LibraryScanner.class));

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
}
