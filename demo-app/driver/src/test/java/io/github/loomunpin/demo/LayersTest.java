// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

class LayersTest {

  @Test
  void the_comparison_uses_runs_and_runs_use_load() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .importPackages("io.github.loomunpin.demo");

    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("compare")
        .definedBy("..demo.compare..")
        .layer("run")
        .definedBy("..demo.run..")
        .layer("load")
        .definedBy("..demo.load..")
        .whereLayer("compare")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("run")
        .mayOnlyBeAccessedByLayers("compare")
        .because("a run can be repeated by hand, without the comparison")
        .check(classes);
  }
}
