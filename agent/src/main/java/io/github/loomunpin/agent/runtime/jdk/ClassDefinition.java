// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/**
 * Stands for {@link ClassLoader}: its static methods by which all Java code defines classes, and
 * the one that tells which classes it has. Only {@code java.lang} may call them. The shipped jar
 * refers to the JDK's class and does not contain this one, which can do nothing.
 */
public final class ClassDefinition {

  private ClassDefinition() {}

  private static IllegalStateException notRelocated() {
    return new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }

  /** The class of which the JVM knows that this name means it for the loader; null if none. */
  public Class<?> findLoadedClass(String name) {
    throw notRelocated();
  }

  /** For {@code MethodHandles.Lookup}. */
  public static Class<?> defineClass0(
      ClassLoader loader,
      Class<?> lookup,
      String name,
      byte[] bytes,
      int from,
      int length,
      ProtectionDomain domain,
      boolean initialize,
      int flags,
      Object classData) {
    throw notRelocated();
  }

  /** From an array. */
  public static Class<?> defineClass1(
      ClassLoader loader,
      String name,
      byte[] bytes,
      int from,
      int length,
      ProtectionDomain domain,
      String source) {
    throw notRelocated();
  }

  /** From a direct buffer. */
  public static Class<?> defineClass2(
      ClassLoader loader,
      String name,
      ByteBuffer bytes,
      int from,
      int length,
      ProtectionDomain domain,
      String source) {
    throw notRelocated();
  }
}
