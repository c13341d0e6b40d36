// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells facts about the JDK's boot classes that are loaded already without their class files. To
 * read one of those, the JDK makes its default file system, for which it reads properties that the
 * application may be about to set.
 */
final class LoadedJdkClasses implements ClassSource {

  /** By the name with dots, which each class has at hand; the boot loader unloads none of them. */
  private final Map<String, Class<?>> loaded = new HashMap<>();

  private final ClassSource files;

  /**
   * @param allLoaded every class that the JVM has loaded so far
   * @param files for what is not loaded yet
   */
  LoadedJdkClasses(Class<?>[] allLoaded, ClassSource files) {
    this.files = files;
    for (Class<?> c : allLoaded) {
      // What was added to the boot loader is in no named module, and is told apart from the JDK.
      if (c.getClassLoader() == null
          && !c.isArray()
          && !c.isPrimitive()
          && !c.isHidden()
          && c.getModule().isNamed()) {
        loaded.put(c.getName(), c);
      }
    }
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return files.bytes(internalName);
  }

  @Override
  public Optional<ClassFacts> facts(String internalName) {
    Class<?> c = loaded.get(internalName.replace('/', '.'));
    return c == null ? files.facts(internalName) : Optional.of(BootClasses.facts(c));
  }
}
