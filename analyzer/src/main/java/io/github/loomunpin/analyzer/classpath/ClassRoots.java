// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.util.List;

/** The folders of an archive or directory below which packages begin. */
final class ClassRoots {

  /** Top level, executable jar, web archive, module of a JDK. */
  static final List<String> ALL = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/", "classes/");

  static final String VERSIONS = "META-INF/versions/";

  private ClassRoots() {}

  static String stripRoot(String path) {
    for (String root : ALL) {
      if (!root.isEmpty() && path.startsWith(root)) {
        return path.substring(root.length());
      }
    }
    return path;
  }

  /** Whether a class is where executable archives have those of the application. */
  static boolean isOfApplication(String path) {
    return path.startsWith("BOOT-INF/classes/") || path.startsWith("WEB-INF/classes/");
  }

  static boolean isClass(String path) {
    return path.endsWith(".class") && !path.endsWith("module-info.class");
  }

  static boolean isSource(String path) {
    return path.endsWith(".java")
        && !path.endsWith("module-info.java")
        && !path.endsWith("package-info.java");
  }

  static boolean isArchive(String path) {
    int dot = path.lastIndexOf('.');
    return dot > 0
        && switch (path.substring(dot + 1)) {
          case "jar", "war", "ear", "rar", "jmod" -> true;
          default -> false;
        };
  }
}
