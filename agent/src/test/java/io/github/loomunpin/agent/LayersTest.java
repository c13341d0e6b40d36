// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.loomunpin.agent.start.PreMain;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.classfile.SerialForm;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final String ROOT = "io.github.loomunpin.agent";
  private static final String RUNTIME = ROOT + ".runtime";
  private static final String STAND_INS = ROOT + ".runtime.jdk..";

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.loomunpin.rules", ROOT);

  private static final JavaClasses AGENT = ALL.that(resideInAPackage(ROOT + ".."));

  @Test
  void the_runtime_uses_nothing_but_the_jdk() {
    classes()
        .that()
        .resideInAPackage(RUNTIME + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(RUNTIME + "..", "java..")
        .because("it is defined in java.lang, whose loader sees nothing else")
        .check(AGENT);
  }

  @Test
  void the_stand_ins_are_for_the_runtime_and_its_installer_only() {
    noClasses()
        .that()
        .resideOutsideOfPackages(RUNTIME + "..", ROOT + ".install")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(STAND_INS)
        .because("the JDK refuses its internal classes to everyone else")
        .check(AGENT);
  }

  @Test
  void the_agent_depends_on_the_rules_asm_and_the_jdk_only() {
    classes()
        .that()
        .resideOutsideOfPackages(ROOT + ".detect", ROOT + ".record", ROOT + ".manage")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "..", "io.github.loomunpin.rules..", "org.objectweb.asm..", "java..")
        .because("it is brought into every application")
        .check(AGENT);
  }

  @Test
  void only_what_is_loaded_with_a_recording_needs_the_flight_recorder() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".record")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(ROOT + "..", "io.github.loomunpin.rules..", "java..", "jdk.jfr..")
        .because("a JVM may have no module jdk.jfr")
        .check(AGENT);
    classes()
        .that()
        .resideInAPackage(ROOT + ".record")
        .and()
        .haveNameNotMatching(".*[.](RecorderStart[$]FirstRecording|AgentEvents)([$].*)?")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("jdk.jfr..")
        .because("the agent starts without jdk.jfr, which takes long to load")
        .check(AGENT);
  }

  @Test
  void only_what_hears_of_pins_needs_the_flight_recorder() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".detect")
        .and()
        .doNotHaveSimpleName("PinStream")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.jfr..")
        .because("a JVM may have no module jdk.jfr, and the agent says so")
        .check(AGENT);
  }

  @Test
  void only_what_waits_for_an_mbean_server_needs_the_management_module() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".manage")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "..", "io.github.loomunpin.rules..", "java..", "javax.management..")
        .because("a JVM may have no module java.management")
        .check(AGENT);
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Registration")
        .and()
        .doNotHaveSimpleName("CarrierCpu")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("javax.management..", "java.lang.management..")
        .because("the agent starts without java.management, which takes long to load")
        .check(AGENT);
  }

  @Test
  void classes_are_never_loaded_in_order_to_rewrite() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".visible..",
            ROOT + ".transform..",
            ROOT + ".unoffered..",
            ROOT + ".rewrite..",
            ROOT + ".tell..")
        .should()
        .callMethod(Class.class, "forName", String.class)
        .orShould()
        .callMethod(Class.class, "forName", String.class, boolean.class, ClassLoader.class)
        .orShould()
        .callMethod(ClassLoader.class, "loadClass", String.class)
        .because("a class that is loaded while another is transformed is never transformed itself")
        .check(AGENT);
  }

  @Test
  void rewriting_asks_about_other_classes_by_way_of_the_questions_only() {
    noClasses()
        .that(
            resideInAnyPackage(
                    ROOT + ".rewrite..",
                    "io.github.loomunpin.rules.operand..",
                    "io.github.loomunpin.rules.flow..",
                    "io.github.loomunpin.rules.site..")
                .or(belongToAnyOf(ModeRules.class, Supertypes.class, SerialForm.class)))
        .should()
        .dependOnClassesThat(
            belongToAnyOf(
                    ClassIndex.class,
                    ClassSource.class,
                    JdkClasses.class,
                    ModeAnswers.class,
                    ClassLoader.class,
                    Module.class,
                    System.class,
                    Runtime.class)
                .or(resideInAnyPackage("java.io..", "java.nio..", "java.lang.instrument..")))
        .orShould()
        .callMethod(JdkMonitors.class, "lockingAncestor", String.class)
        .because("the cache proves that a class is rewritten as before by asking these once more")
        .check(ALL);
  }

  @Test
  void only_the_start_touches_the_standard_streams() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".start")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .because("everything that is said goes through one place")
        .check(AGENT);
  }

  @Test
  void the_entry_point_names_no_other_class_of_the_agent() {
    classes()
        .that()
        .belongToAnyOf(PreMain.class)
        .should()
        .onlyDependOnClassesThat()
        .resideInAPackage("java..")
        .because("a JVM too old for the rest must be able to load it")
        .check(AGENT);
  }

  @Test
  void every_package_says_what_it_is() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(Files::isRegularFile).map(Path::getParent).distinct())
          .isNotEmpty()
          .allSatisfy(each -> assertThat(each.resolve("package-info.java")).exists());
    }
  }

  @Test
  void the_map_of_the_runtime_names_every_class() throws IOException {
    Path folder = Path.of("src/main/java", RUNTIME.split("\\."));
    String map = Files.readString(folder.resolve("package-info.java"));
    try (Stream<Path> sources = Files.list(folder)) {
      assertThat(sources.map(each -> each.getFileName().toString().replace(".java", "")))
          .filteredOn(name -> name.startsWith("Unpin"))
          .hasSizeGreaterThan(20)
          .allSatisfy(name -> assertThat(map).containsPattern("\\b" + name + "\\b"));
    }
  }
}
