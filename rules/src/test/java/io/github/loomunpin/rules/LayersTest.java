// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

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
  void packages_build_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("member")
        .definedBy("..rules.member..")
        .layer("classfile")
        .definedBy("..rules.classfile..")
        .layer("flow")
        .definedBy("..rules.flow..")
        .layer("operand")
        .definedBy("..rules.operand..")
        .layer("mode")
        .definedBy("..rules.mode..")
        .layer("site")
        .definedBy("..rules.site..")
        .layer("holder")
        .definedBy("..rules.holder..")
        .layer("option")
        .definedBy("..rules.option..")
        .layer("thread")
        .definedBy("..rules.thread..")
        .layer("blocking")
        .definedBy("..rules.blocking..")
        .whereLayer("member")
        .mayNotAccessAnyLayer()
        .whereLayer("flow")
        .mayNotAccessAnyLayer()
        .whereLayer("classfile")
        .mayOnlyAccessLayers("member")
        .whereLayer("operand")
        .mayOnlyAccessLayers("member", "classfile", "flow")
        .whereLayer("mode")
        .mayOnlyAccessLayers("member", "classfile", "operand")
        .whereLayer("site")
        .mayOnlyAccessLayers("member", "classfile", "flow", "operand", "mode")
        .whereLayer("holder")
        .mayOnlyAccessLayers("classfile", "operand", "mode", "site")
        .whereLayer("option")
        .mayOnlyAccessLayers("mode")
        .whereLayer("thread")
        .mayOnlyAccessLayers("classfile", "flow", "operand", "mode")
        .whereLayer("blocking")
        .mayOnlyAccessLayers("classfile")
        .because("a decision must not depend on who asks for it")
        .check(RULES);
  }

  @Test
  void packages_have_no_cycles() {
    slices()
        .matching("io.github.loomunpin.rules.(*)..")
        .should()
        .beFreeOfCycles()
        .because("each package must be understood without the ones above it")
        .check(RULES);
  }

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
