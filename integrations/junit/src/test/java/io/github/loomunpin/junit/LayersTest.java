// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final String ROOT = "io.github.loomunpin.junit";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void only_the_watch_needs_a_new_jdk_or_the_flight_recorder() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".watch")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".watch",
            "io.github.loomunpin.analyzer..",
            "io.github.loomunpin.rules..",
            "jdk.jfr..",
            "java.lang.management..")
        .because("tests with annotations run on JDK 17 and without the module jdk.jfr")
        .check(CLASSES);
  }
}
