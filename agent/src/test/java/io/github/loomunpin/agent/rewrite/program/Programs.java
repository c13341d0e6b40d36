// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import io.github.loomunpin.agent.runtime.UnpinFrameLocks;
import io.github.loomunpin.agent.runtime.UnpinMonitors;
import io.github.loomunpin.agent.runtime.UnpinStandIn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Defines class files anew, apart from those of the tests, with {@link FakeMonitors} as runtime.
 */
public final class Programs extends ClassLoader {

  private static final byte[] MONITORS = fake(FakeMonitors.class, UnpinMonitors.class);
  private static final byte[] STAND_IN = fake(FakeStandIn.class, UnpinStandIn.class);

  private final Map<String, byte[]> classes = new HashMap<>();

  /**
   * @param classFiles by internal name
   */
  public Programs(Map<String, byte[]> classFiles) {
    super(Programs.class.getClassLoader());
    classFiles.forEach((name, bytes) -> classes.put(name.replace('/', '.'), bytes));
    classes.put(UnpinMonitors.class.getName(), MONITORS);
    classes.put(UnpinStandIn.class.getName(), STAND_IN);
    classes.put(UnpinFrameLocks.class.getName(), classFile(UnpinFrameLocks.class));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    byte[] bytes = classes.get(name);
    if (bytes == null) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** A class that is linked, and so verified, but not initialized. */
  public Class<?> verified(String internalName) {
    try {
      Class<?> loaded = loadClass(internalName.replace('/', '.'));
      // Asking for the methods links the class.
      loaded.getDeclaredMethods();
      return loaded;
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The class file of a class of the tests. */
  public static byte[] classFile(Class<?> type) {
    return classFile(Type.getInternalName(type));
  }

  public static byte[] classFile(String internalName) {
    return findClassFile(internalName).orElseThrow();
  }

  /** The class file of a class of the tests or of what they depend on. */
  public static Optional<byte[]> findClassFile(String internalName) {
    ClassLoader loader = Programs.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] fake(Class<?> fake, Class<?> real) {
    ClassWriter writer = new ClassWriter(0);
    SimpleRemapper remapper =
        new SimpleRemapper(
            Opcodes.ASM9, Map.of(Type.getInternalName(fake), Type.getInternalName(real)));
    new ClassReader(classFile(fake)).accept(new ClassRemapper(writer, remapper), 0);
    return writer.toByteArray();
  }
}
