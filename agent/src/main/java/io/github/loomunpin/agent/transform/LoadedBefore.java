// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Classes of application loaders that were loaded before the agent and have sites. These can no
 * longer be rewritten: a method that is running keeps its monitors, and a class cannot be redefined
 * with other method flags.
 */
final class LoadedBefore {

  private LoadedBefore() {}

  /**
   * The internal names of these classes.
   *
   * @param allLoaded every class that the JVM has loaded
   * @param loaders knows class files of some; a class of which there is none may lock
   */
  static Set<String> names(Class<?>[] allLoaded, LoaderClasses loaders) {
    Set<String> names = new HashSet<>();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Class<?> loaded : allLoaded) {
      ClassLoader loader = loaded.getClassLoader();
      String name = loaded.getName().replace('.', '/');
      if (loader != null
          && loader != platform
          && !loaded.isArray()
          && !loaded.isHidden()
          && !name.startsWith("io/github/loomunpin/")
          && mayLock(loaders.classFile(loader, name))) {
        addWithSuperclasses(loaded, names);
      }
    }
    return names;
  }

  /**
   * A variable of the superclass's type may hold the object, so the superclass is native as well
   * even if it has no sites of its own.
   */
  private static void addWithSuperclasses(Class<?> loaded, Set<String> names) {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Class<?> at = loaded; at != null; at = at.getSuperclass()) {
      ClassLoader loader = at.getClassLoader();
      if (loader == null || loader == platform) {
        return;
      }
      names.add(at.getName().replace('.', '/'));
    }
  }

  private static boolean mayLock(Optional<byte[]> bytes) {
    if (bytes.isEmpty()) {
      return true;
    }
    ClassFilePeek peek = ClassFilePeek.at(bytes.get());
    return peek.mayHaveSites() || peek.mayLockElsewhere();
  }
}
