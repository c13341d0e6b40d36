// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The classes that {@code --patch-module} puts into modules, read from the folders and jars that it
 * names.
 *
 * @param classes internal names by the name of the module
 */
record ModulePatches(Map<String, Set<String>> classes) {

  /** Where the JVM keeps the option, one property for each module. */
  private static final String PROPERTY = "jdk.module.patch.";

  private static final String SUFFIX = ".class";

  /** Those of this JVM, of which most have none. */
  static ModulePatches ofThisJvm(Outcome outcome) {
    Map<String, Set<String>> classes = new HashMap<>();
    String patch = UnpinControl.savedProperty(PROPERTY + 0);
    for (int i = 1; patch != null; i++) {
      add(patch, classes, outcome);
      patch = UnpinControl.savedProperty(PROPERTY + i);
    }
    return new ModulePatches(classes);
  }

  /** One patch, in the form {@code module=path:path}. */
  static void add(String patch, Map<String, Set<String>> classes, Outcome outcome) {
    int equals = patch.indexOf('=');
    Set<String> names = new HashSet<>();
    for (String path : patch.substring(equals + 1).split(File.pathSeparator)) {
      File file = new File(path);
      if (file.isDirectory()) {
        addFolder(file, "", names);
      } else if (file.isFile()) {
        addJar(file, names, outcome);
      }
    }
    classes.put(patch.substring(0, equals), names);
  }

  private static void addFolder(File folder, String prefix, Set<String> names) {
    File[] files = folder.listFiles();
    if (files != null) {
      for (File file : files) {
        if (file.isDirectory()) {
          addFolder(file, prefix + file.getName() + "/", names);
        } else {
          addClass(prefix + file.getName(), names);
        }
      }
    }
  }

  private static void addJar(File file, Set<String> names, Outcome outcome) {
    try (JarFile jar = new JarFile(file, false)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        addClass(all.nextElement().getName(), names);
      }
    } catch (IOException e) {
      outcome.unsafe("the classes in " + file + ", which cannot be read to patch a module: " + e);
    }
  }

  private static void addClass(String path, Set<String> names) {
    if (path.endsWith(SUFFIX)) {
      names.add(path.substring(0, path.length() - SUFFIX.length()));
    }
  }

  boolean isEmpty() {
    return classes.isEmpty();
  }

  boolean contains(Module module, String internalName) {
    return !classes.isEmpty()
        && module.isNamed()
        && classes.getOrDefault(module.getName(), Set.of()).contains(internalName);
  }
}
