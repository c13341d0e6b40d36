// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * The classes that the JVM has recorded for a loader of the application: what their names mean in
 * its code is certain. Nothing is for other names, not even for those of the JDK's classes, because
 * the loader may define what it likes. Keeps the loader alive, so it is for a while only.
 *
 * @param isLeftOut whether nothing is said of the classes of that name, and of those below one
 */
record LoadedClasses(
    LoaderQueries queries, ClassLoader loader, ClassIndex jdkIndex, Predicate<String> isLeftOut)
    implements ClassSource {

  @Override
  public boolean mayShadowJdk() {
    return true;
  }

  /** None: a loaded class is judged by itself. */
  @Override
  public Optional<byte[]> bytes(String internalName) {
    return Optional.empty();
  }

  @Override
  public Optional<ClassFacts> facts(String internalName) {
    Optional<Class<?>> loaded = queries.loaded(loader, internalName);
    return loaded.isPresent() ? factsOf(loaded.get()) : Optional.empty();
  }

  /** Empty if it is left out, or one above it is, or is in a JDK's loader but not the JDK's. */
  private Optional<ClassFacts> factsOf(Class<?> c) {
    String name = internalName(c);
    Optional<ClassLoader> definer = queries.loaderOf(c);
    if (definer.isEmpty() || definer.get() == ClassLoader.getPlatformClassLoader()) {
      return jdkIndex.findInJdk(name);
    }
    if (isLeftOut.test(name)) {
      return Optional.empty();
    }
    Class<?> superclass = c.isInterface() ? Object.class : c.getSuperclass();
    Optional<ClassFacts> above = factsOf(superclass);
    if (above.isEmpty()) {
      return above;
    }
    return Optional.of(
        new ClassFacts(
            name,
            internalName(superclass),
            Serializable.class.isAssignableFrom(c) ? List.of("java/io/Serializable") : List.of(),
            c.isInterface() ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : 0,
            false,
            above));
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }
}
