// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * Tells facts about the JDK's boot classes that are loaded already without their class files. To
 * read one of those, the JDK makes its default file system, for which it reads properties that the
 * application may be about to set.
 */
public final class LoadedJdkClasses implements ClassSource {

  /** Packages of the JDK's own boot classes, to save looking those up. */
  private static final List<String> PACKAGES =
      List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");

  /** By the name with dots, which each class has at hand; the boot loader unloads none of them. */
  private final Map<String, Class<?>> loaded = new HashMap<>();

  private final ClassSource files;

  /**
   * @param allLoaded every class that the JVM has loaded so far
   * @param files for what is not loaded yet
   */
  public LoadedJdkClasses(Class<?>[] allLoaded, ClassSource files) {
    this.files = files;
    for (Class<?> c : allLoaded) {
      // What was added to the boot loader is in no named module, and is told apart from the JDK.
      if (isOfBootLoader(c) && c.getModule().isNamed()) {
        loaded.put(c.getName(), c);
      }
    }
  }

  /** Whether the boot loader has a class of that name. */
  static boolean isOfBootLoader(Class<?> c) {
    return c.getClassLoader() == null && !c.isArray() && !c.isPrimitive() && !c.isHidden();
  }

  /** Whether a name is like those of the JDK's own boot classes; a few others of these exist. */
  static boolean isInPackageOfJdk(String internalName) {
    for (String prefix : PACKAGES) {
      if (internalName.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return files.bytes(internalName);
  }

  @Override
  public Optional<ClassFacts> facts(String internalName) {
    Class<?> c = loaded.get(internalName.replace('/', '.'));
    return c == null ? files.facts(internalName) : Optional.of(factsOf(c));
  }

  /** Facts about a loaded class of the boot loader. */
  static ClassFacts factsOf(Class<?> c) {
    Class<?> superclass = c.getSuperclass();
    boolean isObject = c == Object.class;
    return new ClassFacts(
        internalName(c),
        isObject ? "" : internalName(superclass == null ? Object.class : superclass),
        interfaces(c),
        c.getModifiers() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_FINAL),
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
}
