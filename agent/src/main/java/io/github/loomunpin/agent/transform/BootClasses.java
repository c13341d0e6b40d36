// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Tells the index of the classes that agents add to the boot loader. They are not rewritten, and
 * their files may be found on the class path only, as if they were the application's.
 */
record BootClasses(ClassIndex index) {

  /** Packages of the JDK's own boot classes, to save looking those up. */
  private static final List<String> JDK = List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");

  void add(byte[] classFile) {
    index.addToJdk(ClassFacts.read(classFile, true));
  }

  /** Adds those of these classes that the boot loader has and that are none of the JDK. */
  void addMissing(Class<?>[] allLoaded) {
    for (Class<?> loaded : allLoaded) {
      if (loaded.getClassLoader() == null) {
        addIfMissing(loaded);
      }
    }
  }

  private void addIfMissing(Class<?> loaded) {
    String name = internalName(loaded);
    if (!loaded.isArray()
        && !loaded.isPrimitive()
        && !loaded.isHidden()
        && mayHaveBeenAdded(name)) {
      index.addToJdk(facts(loaded));
    }
  }

  /** Facts about a loaded class of the boot loader. */
  static ClassFacts facts(Class<?> loaded) {
    Class<?> superclass = loaded.getSuperclass();
    boolean isObject = loaded == Object.class;
    return new ClassFacts(
        internalName(loaded),
        isObject ? "" : internalName(superclass == null ? Object.class : superclass),
        interfaces(loaded),
        loaded.getModifiers() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_FINAL),
        true);
  }

  /** Without a stream: at start nothing else would need what it is made of. */
  private static List<String> interfaces(Class<?> loaded) {
    List<String> names = new ArrayList<>();
    for (Class<?> c : loaded.getInterfaces()) {
      names.add(internalName(c));
    }
    return names;
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }

  /**
   * @param name null for a class that has none
   */
  boolean mayHaveBeenAdded(String name) {
    if (name == null) {
      return false;
    }
    for (String prefix : JDK) {
      if (name.startsWith(prefix)) {
        return false;
      }
    }
    return !index.isJdk(name);
  }
}
