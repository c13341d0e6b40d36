// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Libraries that lock a lot, in full use. */
final class LibraryScenarios {
  private LibraryScenarios() {}

  @Torture(
      shows =
          "virtual threads that update one row of H2, more of them than carriers, lose no update",
      note = "H2 2.1.214.")
  static String databaseInMemory(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("h2"));
    path.add(lab.compile("classes", path, Lab.source("DatabaseApp.java")));
    return lab.java("database").classPath(path).main("scenario.DatabaseApp").run();
  }

  @Torture(
      shows = "scripts of Nashorn, whose calls the JDK links, wait, notify and ask for a lock",
      note = "Nashorn 15.6, where the JDK has the module jdk.dynalink.")
  static String nashornScripts(Lab lab) throws Exception {
    if (!Files.readString(lab.jdk().home().resolve("release")).contains("jdk.dynalink")) {
      throw new NotApplicable("this JDK has no module jdk.dynalink");
    }
    List<Path> path = new ArrayList<>(Settings.library("nashorn"));
    path.add(lab.compile("scripts", path, Lab.source("ScriptApp.java")));
    return lab.java("scripts")
        .agentOptions(lab.jdk().feature() >= 24 ? "force=true,strict=true" : "strict=true")
        .classPath(path)
        .main("scenario.ScriptApp")
        .run();
  }

  @Torture(
      shows =
          "Guava's tests of collections find in those of the JDK and of Caffeine what they find",
      note = "guava-testlib 33.4.8, Caffeine 3.2.0; more than 300,000 tests.",
      longOnly = true)
  static String testsOfCollections(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("collection-tests"));
    path.add(lab.compile("tests", path, Lab.source("CollectionTestsApp.java")));
    return lab.java("tests").classPath(path).main("scenario.CollectionTestsApp").run();
  }
}
