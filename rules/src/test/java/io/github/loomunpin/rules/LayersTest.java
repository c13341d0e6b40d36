// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final JavaClasses RULES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.loomunpin.rules");

  @Test
  void rules_depend_on_asm_and_the_jdk_only() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.github.loomunpin.rules..", "org.objectweb.asm..", "java..")
        .because("the agent brings them into every application")
        .check(RULES);
  }

  @Test
  void rules_load_no_class_of_the_application() {
    noClasses()
        .should()
        .callMethod(Class.class, "forName", String.class)
        .orShould()
        .callMethod(ClassLoader.class, "loadClass", String.class)
        .because("a class that is loaded while another is transformed is never transformed itself")
        .check(RULES);
  }

  @Test
  void rules_say_nothing() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .because("the agent and the analyzer report in their own ways")
        .check(RULES);
  }
}
