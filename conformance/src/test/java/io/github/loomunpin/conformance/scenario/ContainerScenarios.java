// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Class loaders that see only what they are told to see, and that come and go. */
final class ContainerScenarios {
  private ContainerScenarios() {}

  @Torture(
      shows = "two bundles share locks, in Equinox and in Felix, with no boot delegation set up",
      note = "Equinox 3.23.200 and Felix 7.0.5.")
  static String osgi(Lab lab) throws Exception {
    Path library = lab.compile("library", List.of(), Lab.source("Cell.java"));
    Path user = lab.compile("user", List.of(library), Lab.source("User.java"));
    Path libraryBundle =
        Jars.of(
            lab.directory().resolve("library.jar"),
            library,
            Map.of(
                "Bundle-ManifestVersion", "2",
                "Bundle-SymbolicName", "scenario.library",
                "Export-Package", "scenario"));
    Path userBundle =
        Jars.of(
            lab.directory().resolve("user.jar"),
            user,
            Map.of(
                "Bundle-ManifestVersion", "2",
                "Bundle-SymbolicName", "scenario.user",
                "Import-Package", "scenario"));
    StringBuilder outcomes = new StringBuilder();
    for (String framework : List.of("equinox", "felix")) {
      List<Path> path = new ArrayList<>(Settings.library(framework));
      path.add(lab.compile("app-" + framework, path, Lab.source("OsgiApp.java")));
      String storage = lab.directory().resolve("storage-" + framework).toString();
      String outcome =
          lab.java(framework)
              .classPath(path)
              .main("scenario.OsgiApp", storage, libraryBundle.toString(), userBundle.toString())
              .run();
      outcomes.append(framework).append(": ").append(outcome).append('\n');
    }
    return outcomes.toString();
  }

  @Torture(shows = "two modules of JBoss Modules share locks", note = "JBoss Modules 2.1.6.")
  static String jbossModules(Lab lab) throws Exception {
    Path library = lab.compile("library", List.of(), Lab.source("Cell.java"));
    Path user = lab.compile("user", List.of(library), Lab.source("User.java"));
    jbossModule(lab, "scenario.library", library, "");
    jbossModule(
        lab,
        "scenario.user",
        user,
        "<main-class name=\"scenario.user.User\"/>"
            + "<dependencies><module name=\"scenario.library\"/></dependencies>");
    String jar = Settings.library("jboss-modules").getFirst().toString();
    String modules = lab.directory().resolve("modules").toString();
    return lab.java("jboss").main("-jar", jar, "-mp", modules, "scenario.user").run();
  }

  private static void jbossModule(Lab lab, String name, Path classes, String more)
      throws Exception {
    Path directory =
        Files.createDirectories(
            lab.directory().resolve("modules").resolve(name.replace('.', '/')).resolve("main"));
    Jars.of(directory.resolve("classes.jar"), classes, Map.of());
    int dependencies = more.indexOf("<dependencies>");
    String mainClass = more.substring(0, Math.max(0, dependencies));
    String rest = more.substring(Math.max(0, dependencies));
    Files.writeString(
        directory.resolve("module.xml"),
        "<module xmlns=\"urn:jboss:module:1.9\" name=\""
            + name
            + "\">"
            + mainClass
            + "<resources><resource-root path=\"classes.jar\"/></resources>"
            + rest
            + "</module>");
  }

  @Torture(
      shows = "a web application whose monitors were used is unloaded by each of four reloads",
      note = "Tomcat 9.0.98.",
      longOnly = true)
  static String tomcatReloadNoLeak(Lab lab) throws Exception {
    List<Path> path = new ArrayList<>(Settings.library("tomcat"));
    Path web = Files.createDirectories(lab.directory().resolve("webapp/WEB-INF"));
    Path classes =
        lab.compile("servlet", path, Lab.source("CellServlet.java"), Lab.source("Cell.java"));
    Files.move(classes, web.resolve("classes"));
    path.add(lab.compile("app", path, Lab.source("TomcatApp.java")));
    return lab.java("tomcat")
        .classPath(path)
        .main("scenario.TomcatApp", lab.directory().toString(), web.getParent().toString())
        .run();
  }

  @Torture(shows = "a named module on the module path, which opens nothing to anybody")
  static String namedModuleApp(Lab lab) throws Exception {
    Path module = module(lab);
    return lab.java("module")
        .options("--module-path", module.toString())
        .main("-m", "scenario.app/scenario.user.User")
        .run();
  }

  @Torture(
      shows = "a module in layers of its own, below the application's and the platform's loader")
  static String moduleLayer(Lab lab) throws Exception {
    Path module = module(lab);
    Path app = lab.compile("app", List.of(), Lab.source("LayerApp.java"));
    return lab.java("layer")
        .classPath(List.of(app))
        .main("scenario.LayerApp", module.toString())
        .run();
  }

  private static Path module(Lab lab) throws Exception {
    return lab.compile(
        "module",
        List.of(),
        Lab.source("module-info.java"),
        Lab.source("Cell.java"),
        Lab.source("User.java"));
  }
}
